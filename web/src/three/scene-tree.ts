/** Operations on everything in a scene. */
import { Box3, type DirectionalLight, type Mesh, type MeshBasicMaterial, type Object3D } from 'three';
import type { Palette, Theme, Themed } from './theme.ts';

/** Frees the GPU memory of a tree until it is drawn again. */
export function releaseGpu(root: Object3D): void {
  root.traverse((object) => {
    const { geometry, material } = object as Partial<Mesh>;
    geometry?.dispose();
    for (const each of material ? [material].flat() : []) {
      (each as Partial<MeshBasicMaterial>).map?.dispose();
      each.dispose();
    }
    (object as Partial<DirectionalLight>).shadow?.dispose();
  });
}

/** Applies the colours of a theme. */
export function applyTheme(root: Object3D, theme: Theme, palette: Palette): void {
  root.traverse((object) => (object as Partial<Themed>).setTheme?.(theme, palette));
}

/** An object that needs more room than its geometry: an arm with its reach. */
interface Reaching {
  reachBox(): Box3;
}

/** Box of objects (world), including the reach of arms among them. */
export function boundsOf(objects: readonly Object3D[]): Box3 {
  const box = new Box3();
  for (const object of objects) {
    object.updateWorldMatrix(true, true);
    box.expandByObject(object);
    object.traverse((each) => {
      if ('reachBox' in each)
        box.union((each as unknown as Reaching).reachBox().applyMatrix4(each.matrixWorld));
    });
  }
  return box;
}

/**
 * Calls `added` and `removed` for changes in a tree; returns a function that stops this. Needs three.js 163.
 */
export function watch(root: Object3D, added: (object: Object3D) => void, removed: () => void): () => void {
  const onAdded = ({ child }: { child: Object3D }): void => {
    enter(child);
    added(child);
  };
  const onRemoved = ({ child }: { child: Object3D }): void => {
    leave(child);
    removed();
  };
  const enter = (object: Object3D): void =>
    object.traverse((each) => {
      each.addEventListener('childadded', onAdded);
      each.addEventListener('childremoved', onRemoved);
    });
  const leave = (object: Object3D): void =>
    object.traverse((each) => {
      each.removeEventListener('childadded', onAdded);
      each.removeEventListener('childremoved', onRemoved);
    });
  enter(root);
  return () => leave(root);
}
