/** A reader's files: the figure of the page A body, skinned, as glTF and VRM, and a tail that is no person. */
import { type Role, roles } from 'limber/character';
import {
  Bone,
  BoxGeometry,
  Float32BufferAttribute,
  Group,
  Matrix4,
  MeshStandardMaterial,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
} from 'three';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';
import { CharacterFigure } from '../../demos/views/figure.ts';

/** `unit`: how many of its units are a metre. */
export async function person(unit = 1): Promise<ArrayBuffer> {
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
  scene.scale.setScalar(unit);
  return (await new GLTFExporter().parseAsync(scene, { binary: true })) as ArrayBuffer;
}

/** A tail of five bones with a skin, as a GLB. */
export async function tail(): Promise<File> {
  const scene = new Group();
  const bones: Bone[] = [];
  for (let i = 0; i < 5; ++i) {
    const bone = new Bone();
    bone.name = `tail${i}`;
    bone.position.y = 0.3;
    (bones.at(-1) ?? scene).add(bone);
    bones.push(bone);
  }
  scene.updateMatrixWorld(true);
  const geometry = new BoxGeometry(0.05, 1.5, 0.05, 1, 10).translate(0, 0.9, 0);
  const { count } = geometry.attributes.position!;
  const height = (i: number) =>
    Math.min(4, Math.max(0, Math.floor(geometry.attributes.position!.getY(i) / 0.3 - 1)));
  const first = (value: (i: number) => number) =>
    Array.from({ length: 4 * count }, (_, i) => (i % 4 === 0 ? value(i / 4) : 0));
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(first(height), 4));
  geometry.setAttribute(
    'skinWeight',
    new Float32BufferAttribute(
      first(() => 1),
      4,
    ),
  );
  const mesh = new SkinnedMesh(geometry, new MeshStandardMaterial());
  mesh.bind(new Skeleton(bones), new Matrix4());
  scene.add(mesh);
  const bytes = await new GLTFExporter().parseAsync(scene, { binary: true });
  return new File([bytes as ArrayBuffer], 'tail.glb');
}

/** The same body as a VRM 1, in which only the extension tells the bones' roles. */
export async function asVRM(file: File): Promise<File> {
  const bytes = await file.arrayBuffer();
  const length = new DataView(bytes).getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 20, length))) as {
    nodes: { name: string }[];
    extensionsUsed?: string[];
    extensions?: object;
  };
  const humanBones: Record<string, { node: number }> = {};
  json.nodes.forEach((node, i) => {
    if (roles.includes(node.name as Role)) humanBones[node.name] = { node: i };
    node.name = `node ${i}`;
  });
  const meta = { name: 'figure', authors: ['Limber'], licenseUrl: 'https://vrm.dev/licenses/1.0/' };
  json.extensionsUsed = [...(json.extensionsUsed ?? []), 'VRMC_vrm'];
  json.extensions = { ...json.extensions, VRMC_vrm: { specVersion: '1.0', meta, humanoid: { humanBones } } };
  const text = new TextEncoder().encode(JSON.stringify(json));
  const padded = new Uint8Array(Math.ceil(text.length / 4) * 4).fill(0x20);
  padded.set(text);
  const rest = bytes.slice(20 + length);
  const head = new Uint32Array([
    0x46546c67,
    2,
    20 + padded.length + rest.byteLength,
    padded.length,
    0x4e4f534a,
  ]);
  return new File([head, padded, rest], 'figure.vrm');
}
