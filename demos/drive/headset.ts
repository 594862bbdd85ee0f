/** The scene in a headset; loaded as the reader enters. */
import { enterXR, type Headset, type View } from 'limber/three';
import { Vector3 } from 'three';
import type { Exhibition } from '../shell/exhibition.ts';
import { sceneOf } from './panel.ts';
import type { Schema } from './picks.ts';

export async function enter(shown: Exhibition<Schema>): Promise<Headset> {
  const { bench, picks } = shown;
  const headset = await enterXR(bench.view, { origin: picks.scene.room ?? fromCamera(bench.view) });
  headset.onFrame = (time, frame) => sceneOf(shown).see(frame, headset.space, time);
  return headset;
}

/** The world's origin from a view's camera: metres to the right, up and back. */
function fromCamera({ camera: { matrixWorld, position, up } }: View): [number, number, number] {
  const right = new Vector3().setFromMatrixColumn(matrixWorld, 0);
  return [-position.dot(right), -position.dot(up), -position.dot(new Vector3().crossVectors(right, up))];
}
