/** What is done to everything in a scene. */
import type { DirectionalLight, Mesh, Object3D } from 'three';
import type { Palette, Theme, Themed } from './theme.ts';

/** Frees the GPU's memory of it, until it is drawn again. */
export function releaseGpu(root: Object3D): void {
  root.traverse((object) => {
    const { geometry, material } = object as Partial<Mesh>;
    geometry?.dispose();
    for (const each of material ? [material].flat() : []) each.dispose();
    (object as Partial<DirectionalLight>).shadow?.dispose();
  });
}

/** Gives it the colours of a theme. */
export function applyTheme(root: Object3D, theme: Theme, palette: Palette): void {
  root.traverse((object) => (object as Partial<Themed>).setTheme?.(theme, palette));
}
