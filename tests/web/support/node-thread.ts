/** A worker thread of Node that runs the sources. */
import { Worker } from 'node:worker_threads';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inNode, type NodeThread } from '../../../web/src/worker/node-threads.ts';
import type { WorkerLike } from '../../../web/src/worker/messages.ts';
import { root } from './readme.ts';

const inRoot = (path: string): string => JSON.stringify(pathToFileURL(join(root, path)).href);
const script = `
  import { register } from ${inRoot('node_modules/tsx/dist/esm/api/index.mjs')};
  register();
  await import(${inRoot('web/src/worker/thread.ts')});
`;

export function nodeThread(): WorkerLike {
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), { execArgv: [] });
  return inNode(thread as unknown as NodeThread);
}
