/** Files of glTF in Node. */
import type { AnimationClip, Object3D } from 'three';
import { MeshoptEncoder } from 'meshoptimizer';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';
import { readGLB, writeGLB } from '../../../web/src/character/motion/glb.ts';

/** The part of a browser's FileReader that three's GLTFExporter needs. */
export class FileReaderLike {
  result: ArrayBuffer | null = null;
  onloadend: (() => void) | null = null;
  readAsArrayBuffer(blob: Blob): void {
    void blob.arrayBuffer().then((buffer) => {
      this.result = buffer;
      this.onloadend?.();
    });
  }
}

type Json = Record<string, unknown> & { nodes: { name: string; skin?: number }[]; extensions?: unknown };

/** A GLB of a scene and its clips, whose JSON may be changed. */
export async function makeGLB(
  scene: Object3D,
  animations: AnimationClip[] = [],
  change: (json: Json) => void = () => {},
): Promise<ArrayBuffer> {
  Object.assign(globalThis, { FileReader: FileReaderLike, self: globalThis });
  const glb = (await new GLTFExporter().parseAsync(scene, { binary: true, animations })) as ArrayBuffer;
  const length = new DataView(glb).getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(new Uint8Array(glb, 20, length))) as Json;
  change(json);
  const text = new TextEncoder().encode(JSON.stringify(json));
  const size = Math.ceil(text.length / 4) * 4;
  const out = new Uint8Array(glb.byteLength - length + size).fill(0x20);
  out.set(new Uint8Array(glb, 0, 20));
  out.set(text, 20);
  out.set(new Uint8Array(glb, 20 + length), 20 + size);
  const view = new DataView(out.buffer);
  view.setUint32(8, out.length, true);
  view.setUint32(12, size, true);
  return out.buffer;
}

interface View {
  buffer: number;
  byteLength: number;
  byteOffset?: number;
  byteStride?: number;
  extensions?: object;
}

/** A GLB of one buffer whose numbers are all compressed by meshopt. */
export async function packed(glb: ArrayBuffer): Promise<ArrayBuffer> {
  await MeshoptEncoder.ready;
  const { json, binary } = readGLB(new Uint8Array(glb));
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (const view of json.bufferViews as View[]) {
    const byteStride = view.byteStride ?? 4;
    const count = Math.ceil(view.byteLength / byteStride);
    const plain = new Uint8Array(count * byteStride);
    plain.set(binary.subarray(view.byteOffset ?? 0, (view.byteOffset ?? 0) + view.byteLength));
    const bytes = MeshoptEncoder.encodeGltfBuffer(plain, count, byteStride, 'ATTRIBUTES');
    const own = {
      buffer: 0,
      byteOffset: length,
      byteLength: bytes.length,
      byteStride,
      mode: 'ATTRIBUTES',
      count,
    };
    view.extensions = { EXT_meshopt_compression: own };
    view.buffer = 1;
    pieces.push(bytes, new Uint8Array((4 - (bytes.length % 4)) % 4));
    length += bytes.length + pieces.at(-1)!.length;
  }
  const out = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  const fallback = { byteLength: binary.length, extensions: { EXT_meshopt_compression: { fallback: true } } };
  json.buffers = [{ byteLength: length }, fallback];
  json.extensionsUsed = ['EXT_meshopt_compression'];
  return writeGLB({ json, binary: out }).buffer as ArrayBuffer;
}
