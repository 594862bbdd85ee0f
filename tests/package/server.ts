/** File servers, correct and faulty ones. */
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

export interface ServeOptions {
  /** Headers of every response. */
  readonly headers?: Readonly<Record<string, string>>;
  /** MIME types by extension that replace the correct ones. */
  readonly types?: Readonly<Record<string, string>>;
  /** Generated pages by path. */
  readonly pages?: Readonly<Record<string, string>>;
  /** Generated scripts by path. */
  readonly scripts?: Readonly<Record<string, string>>;
  /** Inserted at the beginning of every page's head, before its own scripts. */
  readonly head?: string;
  /** Whether texts are compressed. */
  readonly zips?: boolean;
  /** Paths that give 404. */
  readonly missing?: readonly string[];
}

export interface Server {
  /** Without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves `folder` on a free local port. */
export async function serve(folder: string, options: ServeOptions = {}): Promise<Server> {
  const known = { ...types, ...options.types };
  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = normalize(decodeURIComponent(new URL(request.url!, 'http://x').pathname));
    const page = options.pages?.[path];
    const script = options.scripts?.[path];
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    const send = (status: number, type: string, more: Readonly<Record<string, string>> = {}): void => {
      response.writeHead(status, { ...options.headers, ...more, 'content-type': type });
    };
    if (page !== undefined) {
      send(200, known['.html']!);
      response.end(page);
    } else if (script !== undefined) {
      send(200, known['.js']!);
      response.end(script);
    } else if (!options.missing?.includes(path) && existsSync(file) && statSync(file).isFile()) {
      if (options.zips && extname(file) in types) {
        send(200, known[extname(file)]!, { 'content-encoding': 'gzip' });
        response.end(gzipSync(readFileSync(file), { level: 9 }));
        return;
      }
      send(200, known[extname(file)] ?? 'application/octet-stream');
      if (options.head === undefined || extname(file) !== '.html') createReadStream(file).pipe(response);
      else response.end(readFileSync(file, 'utf8').replace('<head>', `<head>${options.head}`));
    } else if (path === '/favicon.ico') {
      response.writeHead(204).end();
    } else {
      send(404, known['.html']!);
      response.end('<!doctype html><title>Not found</title><p>There is nothing here.</p>');
    }
  }
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
