import type { Object3D } from 'three';
import type { MeshShape } from '../describe/description.ts';
import type { LinkLike, ModelLike } from './model-like.ts';
import { addressOf, bytesOf, faultOf, fetchQuietly, isBeside } from './fetch-file.ts';
import { loadMeshFiles } from './load.ts';

/**
 * Source of a robot's meshes: the address of its URDF, to which their own addresses are relative, or a
 * function that finds a file; null: not found.
 */
export type MeshSource = string | URL | ((file: string) => Blob | null | Promise<Blob | null>);

/** A mesh shape in a file, with its link. */
export interface WornMesh {
  readonly link: LinkLike;
  readonly shape: MeshShape;
}

/** All mesh shapes of a model. */
export const meshesOf = ({ links }: ModelLike): WornMesh[] =>
  links.flatMap((link) =>
    (link.shapes ?? []).flatMap((shape) => (shape.type === 'mesh' ? [{ link, shape }] : [])),
  );

/**
 * Addresses to try for a file, the likeliest first, all on the robot's own server. `robot`: address of the
 * URDF.
 */
export function addressesOf(file: string, robot: URL): string[] {
  const [, name, rest] = /^(?:package|model):\/\/([^/]+)\/(.*)$/.exec(file) ?? [];
  const places: string[] = [];
  if (name !== undefined) {
    const at = robot.href.lastIndexOf(`/${name}/`);
    if (at >= 0) places.push(`${robot.href.slice(0, at)}/${name}/`);
    places.push('./', '../', '../../');
  }
  const wanted = rest ?? file.replace(/^file:\/\/.*\//, '');
  return (name === undefined ? [''] : places).flatMap((place) => {
    try {
      const { href } = new URL(place + wanted, robot);
      return isBeside(href, robot) ? [href] : [];
    } catch {
      return [];
    }
  });
}

/** Embedded addresses have no folder. */
const folderOf = (address: string): string =>
  /^(data|blob):/.test(address) ? '' : new URL('.', address).href;

/** Loads the first address that answers. @throws Error if none does. */
async function fetchFirst(addresses: readonly string[]): Promise<{ data: Blob; folder: string }> {
  let answer = "it has no address on the robot's own server";
  for (const address of addresses) {
    const response = await fetchQuietly(address);
    const fault = faultOf(response, address);
    if (!fault) return { data: new Blob([await bytesOf(response, address)]), folder: folderOf(address) };
    await response.body?.cancel();
    answer = `${fault}; put the mesh there`;
  }
  throw new Error(answer);
}

/** @throws Error with the reason if there is no mesh. */
export async function loadMesh(file: string, source: MeshSource): Promise<Object3D> {
  const { readMesh } = await loadMeshFiles();
  if (typeof source === 'function') {
    const data = await source(file);
    if (!data) throw new Error('there is no such file');
    return readMesh(file, data, '', source);
  }
  const { data, folder } = await fetchFirst(addressesOf(file, addressOf(String(source), document.baseURI)));
  return readMesh(file, data, folder);
}
