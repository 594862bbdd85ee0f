/** A compressed file and the module that decodes it, both as base64. */
export interface Carried {
  readonly decoder: string;
  readonly core: string;
  /** Size of the file's streams in bytes. */
  readonly streams: number;
  /** Size of the file in bytes. */
  readonly size: number;
}

/** Exports of cpp/carry. */
interface Decoder {
  readonly memory: WebAssembly.Memory;
  decode(this: void, from: number, to: number, end: number): number;
  join(this: void, from: number, to: number): number;
}

const page = 65536;

/** Several times faster than Uint8Array.from, which uses the string's iterator. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

async function instantiate(decoder: string): Promise<Decoder> {
  const { instance } = await WebAssembly.instantiate(bytesOf(decoder));
  return instance.exports as unknown as Decoder;
}

/** Decodes LZMA of known length; returns where the bytes start in the decoder's memory, at whose end they end. */
function decompress({ memory, decode }: Decoder, core: string, size: number): number {
  const compressed = bytesOf(core);
  // After the decoder's own memory: first the compressed bytes, then the decoded ones.
  const from = memory.buffer.byteLength;
  const to = from + compressed.length;
  memory.grow(Math.ceil((compressed.length + size) / page));
  new Uint8Array(memory.buffer).set(compressed, from);
  if (!decode(from, to, to + size)) throw new Error('the copy inside the package is damaged');
  return to;
}

/** Returns the bytes of the file. */
export async function unpack({ decoder, core, streams, size }: Carried): Promise<Uint8Array<ArrayBuffer>> {
  const made = await instantiate(decoder);
  const { memory, join } = made;
  const from = decompress(made, core, streams);
  const to = memory.buffer.byteLength;
  // The last function is written a little too far.
  memory.grow(Math.ceil(size / page) + 1);
  join(from, to);
  return new Uint8Array(memory.buffer, to, size);
}
