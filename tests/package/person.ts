/** The reader's character, made in Node. */
import { person as make } from '../browser/person.ts';

/** The part of a browser's FileReader that three.js's exporter needs. */
class FileReaderLike {
  result: ArrayBuffer | null = null;
  onloadend: (() => void) | null = null;

  readAsArrayBuffer(blob: Blob): void {
    void blob.arrayBuffer().then((buffer) => {
      this.result = buffer;
      this.onloadend?.();
    });
  }
}

export async function person(): Promise<Uint8Array> {
  Object.assign(globalThis, { FileReader: FileReaderLike });
  try {
    return new Uint8Array(await make());
  } finally {
    Reflect.deleteProperty(globalThis, 'FileReader');
  }
}
