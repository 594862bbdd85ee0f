/** The looks that a URDF gives its links, drawn by urdf-loader from files that lie on the reader's disk. */
import { type Group, type Material, LoadingManager, Mesh, MeshPhongMaterial, type Object3D } from 'three';
import { ColladaLoader } from 'three/addons/loaders/ColladaLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import URDFLoader, { type URDFRobot } from 'urdf-loader';
import { findFile, type Given } from './files.ts';

export interface Looks {
  readonly robot: URDFRobot;
  /** Whether there is anything to be seen of it. */
  readonly drawn: boolean;
  /** Meshes that no file was given for, by their names in the URDF. */
  readonly missing: readonly string[];
  /** Files that could not be read, and why. */
  readonly broken: readonly string[];
  dispose(): void;
}

type Read = (file: File, manager: LoadingManager, material: Material) => Promise<Object3D>;

/** A format is one line. */
const formats: Readonly<Record<string, Read | undefined>> = {
  stl: async (file, _, material) => {
    const geometry = new STLLoader().parse(await file.arrayBuffer());
    // Many programs write normals of zero, which the format allows: a reader is to take them from the corners.
    geometry.computeVertexNormals();
    return new Mesh(geometry, material);
  },
  obj: async (file, manager, material) =>
    withMaterial(new OBJLoader(manager).parse(await file.text()), material),
  dae: async (file, manager) => {
    // A URDF means a mesh's own axes, whichever of them the file calls up: the loader must not turn them.
    const text = (await file.text()).replace(/<up_axis>\s*Z_UP\s*</, '<up_axis>Y_UP<');
    const scene = new ColladaLoader(manager).parse(text, '')?.scene;
    if (!scene) throw new Error('it holds no scene');
    return scene;
  },
};

function withMaterial(group: Group, material: Material): Group {
  group.traverse((object) => {
    if (object instanceof Mesh) object.material = material;
  });
  return group;
}

/** An image of one grey pixel, for textures that were not given. */
const grey =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mOor6//DwAFhAKAjM1mJgAAAABJRU5ErkJggg==';

const nameOf = (path: string): string => path.split(/[\\/]/).at(-1)!;

/** @throws Error where urdf-loader cannot do with what the URDF says of looks. */
export async function loadLooks(text: string, given: readonly Given[]): Promise<Looks> {
  const addresses: string[] = [];
  const manager = new LoadingManager();
  manager.setURLModifier((url) => {
    if (url.startsWith('data:') || url.startsWith('blob:')) return url;
    const file = findFile(given, url);
    if (!file) return grey;
    addresses.push(URL.createObjectURL(file));
    return addresses.at(-1)!;
  });
  const missing = new Set<string>();
  const broken: string[] = [];
  const reading: Promise<void>[] = [];
  let drawn = 0;
  const loader = new URDFLoader(manager);
  loader.loadMeshCb = (path, _, material, done) => {
    const file = findFile(given, path);
    const read = formats[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''];
    if (!file) missing.add(nameOf(path));
    else if (!read) broken.push(`${nameOf(path)}: known formats are ${Object.keys(formats).join(', ')}`);
    else {
      const loaded = read(file, manager, material).then(
        (object) => done(object),
        (error: unknown) =>
          void broken.push(`${nameOf(path)}: ${error instanceof Error ? error.message : 'unreadable'}`),
      );
      reading.push(loaded);
    }
  };
  const robot = loader.parse(text);
  await Promise.all(reading);
  robot.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    object.castShadow = object.receiveShadow = true;
    drawn += 1;
  });
  const dispose = (): void => {
    for (const address of addresses) URL.revokeObjectURL(address);
    robot.traverse((object) => {
      if (!(object instanceof Mesh)) return;
      (object as Mesh).geometry.dispose();
      for (const material of [object.material as Material | Material[]].flat()) {
        if (material instanceof MeshPhongMaterial) material.map?.dispose();
        material.dispose();
      }
    });
  };
  return { robot, drawn: drawn > 0, missing: [...missing], broken, dispose };
}
