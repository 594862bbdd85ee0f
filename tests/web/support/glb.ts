/** Files of glTF in Node. */
import type { AnimationClip, Object3D } from 'three';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';

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
