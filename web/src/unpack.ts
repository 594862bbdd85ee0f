/** What base64 stands for. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Inflates what a module carries as text, and compiles it. */
export async function unpack(text: string): Promise<WebAssembly.Module> {
  const inflated = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream('deflate'));
  return WebAssembly.compile(await new Response(inflated).arrayBuffer());
}
