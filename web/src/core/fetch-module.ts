/** An error whose message already contains the remedy. */
class Explained extends Error {
  override readonly name = 'Explained';
}

type ReadFile = (url: URL) => Promise<Uint8Array<ArrayBuffer>>;

/** Node's fetch cannot read files. Looked up at run time, so bundlers do not try to resolve node:fs. */
function nodeReadFile(): ReadFile | undefined {
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (name: string) => { readFile: ReadFile } };
  };
  return process?.getBuiltinModule?.('fs/promises').readFile;
}

const mime = 'application/wasm';

function check(response: Response, url: string): void {
  const copy =
    'copy limber.wasm from the package to where the page asks for it, or give init its address as wasmUrl';
  if (!response.ok) throw new Explained(`${url} answered ${response.status}; ${copy}`);
  const type = (response.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
  if (type === mime) return;
  if (type === 'text/html') {
    const why = 'many servers answer unknown addresses with a page';
    throw new Explained(`${url} is an HTML page, not WebAssembly (${why}); ${copy}`);
  }
  const served = type === '' ? 'without a MIME type' : `with the MIME type ${type}`;
  throw new Explained(
    `${url} is served ${served}; set the server to serve .wasm as ${mime}, or import 'limber', which carries it inside`,
  );
}

/** Paths are files in Node only; a browser resolves them against its page. */
function asFile(url: string): URL | undefined {
  if (url.startsWith('file:')) return new URL(url);
  return /^[a-z][a-z\d+.-]+:/i.test(url) ? undefined : new URL(encodeURI(url), 'file:');
}

/** Compiles while the bytes arrive. */
export async function fetchModule(url: string): Promise<WebAssembly.Module> {
  const readFile = nodeReadFile();
  const file = readFile && asFile(url);
  if (file) return WebAssembly.compile(await readFile(file));
  const response = await fetch(url).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const remedy =
      'check the address, Access-Control-Allow-Origin of its server, and connect-src of the Content-Security-Policy';
    throw new Explained(`${url} cannot be fetched (${reason}); ${remedy}`, { cause });
  });
  check(response, url);
  return WebAssembly.compileStreaming(response);
}
