/** Meshes in files; loaded with the first robot that has any. */
import {
  type BufferGeometry,
  Group,
  LoadingManager,
  Mesh,
  type MeshPhongMaterial,
  type Object3D,
} from 'three';
import { ColladaLoader } from 'three/addons/loaders/ColladaLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import { unpainted } from './arm-paint.ts';
import { isBeside } from './fetch-file.ts';
import { standardMaterial } from './standard-material.ts';

/** Finds a file by its name; null: not found. */
type Find = (file: string) => Blob | null | Promise<Blob | null>;

/**
 * `folder`: base address of files that this file refers to, such as its textures; `find`: finds them if they
 * have no address.
 */
type Read = (data: Blob, folder: string, find?: Find) => Promise<Object3D>;

/** Formats, one line each. */
const formats: Readonly<Record<string, Read>> = {
  stl: async (data) => bare(new STLLoader().parse(await data.arrayBuffer())),
  obj: async (data) => {
    const group = new Group();
    new OBJLoader().parse(await data.text()).traverse((each) => {
      if (each instanceof Mesh) group.add(bare(each.geometry as BufferGeometry));
    });
    return group;
  },
  dae: readCollada,
};

/** Known formats, by file name extension. */
export const meshFormats: readonly string[] = Object.keys(formats);

/** @throws Error for an unknown format or a broken file. */
export function readMesh(file: string, data: Blob, folder: string, find?: Find): Promise<Object3D> {
  const end = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
  if (Object.hasOwn(formats, end)) return formats[end]!(data, folder, find);
  throw new Error(`known formats are ${meshFormats.join(', ')}`);
}

/** Keeps only the positions: colours come from elsewhere, and many files have zero normals. */
function bare(geometry: BufferGeometry): Mesh {
  for (const name of Object.keys(geometry.attributes))
    if (name !== 'position') geometry.deleteAttribute(name);
  geometry.computeVertexNormals();
  return new Mesh(geometry, unpainted);
}

async function readCollada(data: Blob, folder: string, find?: Find): Promise<Object3D> {
  // A URDF uses the mesh's own axes, whatever the file's up axis: the loader must not turn them.
  const text = (await data.text()).replace(/<up_axis>\s*Z_UP\s*</, '<up_axis>Y_UP<');
  const manager = new LoadingManager();
  const beside = find ? await addressesIn(text, find) : null;
  manager.setURLModifier((url) => {
    if (beside) return beside.get(url) ?? 'data:,';
    return folder === '' || isBeside(url, folder) ? url : 'data:,';
  });
  const pictures = new Promise<void>((resolve) => (manager.onLoad = resolve));
  manager.itemStart(text);
  const scene = new ColladaLoader(manager).parse(text, folder)?.scene;
  manager.itemEnd(text);
  if (!scene) throw new Error('it holds no scene');
  await pictures;
  for (const address of beside?.values() ?? []) URL.revokeObjectURL(address);
  scene.traverse((each) => {
    if (!(each instanceof Mesh)) return;
    const { material } = each as Mesh<BufferGeometry, MeshPhongMaterial | MeshPhongMaterial[]>;
    each.material = Array.isArray(material) ? material.map(standardMaterial) : standardMaterial(material);
  });
  return scene;
}

/** Images referred to by a COLLADA file, with addresses from which they can be loaded. */
async function addressesIn(text: string, find: Find): Promise<Map<string, string>> {
  const names = Array.from(text.matchAll(/<init_from>\s*([^<]*?)\s*<\/init_from>/g), ([, name]) => name!);
  const pictures = await Promise.all(names.map(async (name) => [name, await find(name)] as const));
  return new Map(
    pictures.flatMap(([name, file]) => (file ? [[name, URL.createObjectURL(file)] as const] : [])),
  );
}
