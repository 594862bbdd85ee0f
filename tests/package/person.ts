/** The reader's character, made in Node. */
import { person as make } from '../browser/person.ts';
import { FileReaderLike } from '../web/support/glb.ts';

export async function person(): Promise<Uint8Array> {
  Object.assign(globalThis, { FileReader: FileReaderLike });
  try {
    return new Uint8Array(await make());
  } finally {
    Reflect.deleteProperty(globalThis, 'FileReader');
  }
}
