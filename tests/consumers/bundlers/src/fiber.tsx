/** Hook and components, type-checked only. */
import { Canvas } from '@react-three/fiber';
import { IKArm, IKCharacter, IKGoal, useCharacter, useRig } from 'limber/fiber';
import { robots } from 'limber/robots';
import { useIK } from 'limber/react';
import type { Object3D } from 'three';

export function Obstacle() {
  useRig()?.problem.addObstacle({ type: 'sphere', radius: 0.1 });
  return null;
}

export const scene = (person: Object3D) => (
  <Canvas frameloop="demand">
    <IKArm description={robots.panda} solver="lm" position={[0, 1, 0]} onSolve={({ status }) => status}>
      <IKGoal type="pose" link="effector" free={['rz']} onChange={(target) => target.length} />
      <IKGoal type="joint" link="joint 2" target={[0.5]} handle={false} />
      <Obstacle />
    </IKArm>
    <IKCharacter scene={person} options={{ root: 'free' }} />
  </Canvas>
);

export function Status({ person }: { person: Object3D }) {
  const ik = useIK(robots.ur5, [{ type: 'position', link: 'effector', target: [0.4, 0.2, 0.3] }]);
  const character = useCharacter(person);
  return <p>{ik?.result?.status ?? character?.warnings}</p>;
}

// @ts-expect-error there is no goal of this type
export const wrong = <IKGoal type="fly" link="effector" />;

// @ts-expect-error an arm needs a description
export const bare = <IKArm solver="lm" />;
