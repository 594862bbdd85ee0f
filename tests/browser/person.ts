/** A reader's file for the documents: the figure of the page Character, skinned, as glTF. */
import {
  Bone,
  BoxGeometry,
  Float32BufferAttribute,
  Group,
  MeshStandardMaterial,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
} from 'three';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';
import { CharacterFigure } from '../../demos/views/figure.ts';

export async function person(): Promise<ArrayBuffer> {
  const figure = new CharacterFigure();
  const bones: Bone[] = [];
  figure.traverse((object) => {
    if (object instanceof Bone) bones.push(object as Bone);
  });
  const geometry = new BoxGeometry(0.3, 0.5, 0.2).translate(0, 1.2, 0);
  const { count } = geometry.getAttribute('position');
  const perVertex = (first: number) => Array.from({ length: 4 * count }, (_, i) => (i % 4 === 0 ? first : 0));
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(perVertex(2), 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(perVertex(1), 4));
  const mesh = new SkinnedMesh(geometry, new MeshStandardMaterial());
  mesh.bind(new Skeleton(bones));
  const scene = new Group().add(figure, mesh);
  return (await new GLTFExporter().parseAsync(scene, { binary: true })) as ArrayBuffer;
}
