import { Canvas } from '@react-three/fiber';
import { IKArm, IKGoal } from 'limber/fiber';
import { robots, yUp } from 'limber/robots';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Canvas camera={{ position: [1.2, 0.6, 1.6], fov: 30 }} frameloop="demand">
      <hemisphereLight intensity={2} />
      <directionalLight position={[1, 3, 2]} intensity={2} />
      <IKArm description={yUp(robots.panda)} position={[0, -0.4, 0]}>
        <IKGoal type="pose" link="effector" target={[0.4, 0.4, 0.2, 1, 0, 0, 0]} />
      </IKArm>
    </Canvas>
  </StrictMode>,
);
