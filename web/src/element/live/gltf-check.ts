/** Finds faults in a glTF that would make its loader hang or contact other servers. */
import { LimberError, show } from '../../describe/errors.ts';
import { mostNodes } from '../../describe/input-limits.ts';
import { isBeside } from '../../three/fetch-file.ts';

interface Parts {
  readonly nodes?: unknown;
  readonly buffers?: unknown;
  readonly images?: unknown;
}

/** "glTF", and the first chunk of the binary form: its length and its type. */
const [magic, headerBytes, lengthAt] = [0x46546c67, 20, 12];

/** @throws LimberError `loadFailed` naming the node or the address; `tooLarge` for nodes too deep. */
export function checkGltf(data: ArrayBuffer, url: URL): void {
  const { nodes, buffers, images } = readJson(data, url);
  checkNodes(listOf(nodes).map(childrenOf), url);
  for (const [i, each] of [...listOf(buffers), ...listOf(images)].entries()) {
    const uri = (each as { uri?: unknown } | null)?.uri;
    if (typeof uri !== 'string' || /^(data|blob):/i.test(uri)) continue;
    const own = url.protocol === 'blob:' ? url.origin : url;
    if (URL.canParse(uri, own) && isBeside(new URL(uri, own).href, own)) continue;
    const list = i < listOf(buffers).length ? 'buffer' : 'image';
    fail(
      url,
      `a${list === 'image' ? 'n' : ''} ${list} is at ${show(uri)}; put it beside the file, on the same server`,
    );
  }
}

function fail(url: URL, text: string): never {
  throw new LimberError('loadFailed', `${url.href} could not be read as glTF: ${text}`);
}

function readJson(data: ArrayBuffer, url: URL): Parts {
  const view = new DataView(data);
  const isBinary = data.byteLength >= headerBytes && view.getUint32(0, true) === magic;
  const bytes = isBinary
    ? new Uint8Array(data, headerBytes).subarray(0, view.getUint32(lengthAt, true))
    : data;
  try {
    return (JSON.parse(new TextDecoder().decode(bytes)) ?? {}) as Parts;
  } catch (cause) {
    return fail(url, `its JSON is broken (${(cause as Error).message.slice(0, 100)}); is the file whole?`);
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const childrenOf = (node: unknown): readonly unknown[] =>
  listOf((node as { children?: unknown } | null)?.children);

/**
 * Checks that every node has at most one parent and does not contain itself, so that walking up from each
 * node ends.
 */
function checkNodes(children: readonly (readonly unknown[])[], url: URL): void {
  const parents = new Map<unknown, number>();
  for (const [i, each] of children.entries()) {
    for (const child of each) {
      if (!Number.isInteger(child) || !Object.hasOwn(children, child as number))
        fail(url, `node ${i} has a child ${show(child)}, which is not there`);
      if (parents.has(child)) fail(url, `node ${show(child)} is in two others; a node has one parent`);
      parents.set(child, i);
    }
  }
  const depths = new Map<unknown, number>();
  for (let i = 0; i < children.length; i += 1) {
    const way: number[] = [];
    let at: number | undefined = i;
    for (; at !== undefined && !depths.has(at); at = parents.get(at)) {
      way.push(at);
      if (way.length > mostNodes) break;
    }
    let depth = at === undefined ? 0 : (depths.get(at) ?? 0);
    for (const each of way.reverse()) depths.set(each, ++depth);
    if (depth > mostNodes) {
      const why = `node ${i} is among more than ${mostNodes} nodes below one another, or in itself`;
      throw new LimberError('tooLarge', `${url.href}: ${why}; repair the file`);
    }
  }
}
