/// <reference types="node" />
/** Output of a batch: complete pieces in sequence, so a kill leaves a valid beginning. */
import { open } from 'node:fs/promises';
import process from 'node:process';
import { reasonOf, UsageError } from './reading.ts';

export interface Sink {
  /** Resolves when the data is written; calls may overlap. */
  write(data: string | Uint8Array): Promise<void>;
  close(): Promise<void>;
}

const toOutput: Sink = {
  write: (data) =>
    new Promise((resolve, reject) => {
      process.stdout.write(data, (error) => (error ? reject(error) : resolve()));
    }),
  close: () => Promise.resolve(),
};

/** Writes to the file from byte `at`: its end, or the point at which an older file is cut off. */
export async function openSink(path: string, at = 0): Promise<Sink> {
  if (path === '-') {
    // Without a listener, the error of a closed reader would be uncaught; write() reports it too.
    process.stdout.on('error', () => {});
    return toOutput;
  }
  const file = await open(path, at > 0 ? 'r+' : 'w').catch((error: unknown) => {
    throw new UsageError(`cannot write ${path}: ${reasonOf(error)}`);
  });
  // A new file is empty, and a device such as /dev/null cannot be truncated.
  if (at > 0) await file.truncate(at);
  let last: Promise<unknown> = Promise.resolve();
  let end = at;
  const append = async (data: string | Uint8Array): Promise<void> => {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, end);
      done += bytesWritten;
      end += bytesWritten;
    }
  };
  return {
    write(data) {
      const written = last.then(() => append(data));
      last = written.catch(() => {});
      return written;
    },
    async close() {
      await last;
      await file.close();
    },
  };
}
