/** Inflates a module that is carried as base64, and compiles it. */
export async function unpack(base64: string): Promise<WebAssembly.Module> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return WebAssembly.compile(await new Response(inflated).arrayBuffer());
}
