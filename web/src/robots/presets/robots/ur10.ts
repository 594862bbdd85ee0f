import { universalRobot } from './ur.ts';

export const ur10 = universalRobot('UR10', {
  d1: 0.1273,
  a2: -0.612,
  a3: -0.5723,
  d4: 0.163941,
  d5: 0.1157,
  d6: 0.0922,
});
