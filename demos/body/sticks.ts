/** A person in its skin, or drawn as thin sticks. */
import { Mesh, MeshStandardMaterial, type Object3D, SphereGeometry, Vector3 } from 'three';
import { themed } from '../views/looks.ts';
import { egg, limb } from '../views/solids.ts';
import { type Bones, placeOf } from './source.ts';

/** Draws the bones of a person, from the hips on, as they stand now. */
function drawBones(bones: Bones): void {
  const material = new MeshStandardMaterial({ roughness: 0.5 });
  const hips = bones.get('hips')!;
  // A file has its own unit of length.
  const unit = hips.getWorldScale(new Vector3()).x;
  const add = (to: Object3D, geometry: Mesh['geometry']) => {
    const mesh = new Mesh(geometry, material);
    mesh.castShadow = true;
    to.add(themed(mesh, ({ needle }) => material.color.set(needle)));
  };
  const draw = (bone: Object3D) => {
    for (const child of [...bone.children]) {
      if ((child as Mesh).isMesh) continue;
      draw(child);
      if (child.position.length() * unit > 0.02)
        add(bone, limb([0, 0, 0], child.position.toArray(), 0.013 / unit, 0.009 / unit));
    }
    add(bone, new SphereGeometry(0.017 / unit, 16, 12));
  };
  draw(hips);
  const head = bones.get('head');
  if (!head) return;
  const middle = head.worldToLocal(placeOf(head).add(new Vector3(0, 0.1, 0.02)));
  const half = 0.075 / unit;
  add(head, egg(middle.toArray(), [half, 1.35 * half, 1.15 * half]));
}

/** Readies a person's skin for the view; without one it is drawn as sticks, as it stands now. */
export function clothe(root: Object3D, bones: Bones): void {
  let isBare = true;
  root.traverse((object) => {
    const mesh = object as Mesh;
    if (!mesh.isMesh) return;
    isBare = false;
    // A skin is not where its geometry was.
    [mesh.castShadow, mesh.receiveShadow, mesh.frustumCulled] = [true, true, false];
  });
  if (isBare) drawBones(bones);
}
