/** The character that a reader brings along, made in Node. */
import { person as make } from '../browser/person.ts';

/** As much of a browser's as three.js's exporter asks for. */
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
