import { universalRobot } from './ur.ts';

export const ur5 = universalRobot('UR5', {
  d1: 0.089159,
  a2: -0.425,
  a3: -0.39225,
  d4: 0.10915,
  d5: 0.09465,
  d6: 0.0823,
});
