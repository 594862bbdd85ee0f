/// <reference types="node" />
/** Keeps a command from writing over what it reads. */
import { fstatSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { show } from '../errors.ts';
import { UsageError } from './reading.ts';

/** A file of a command line, and what it is there. */
export interface NamedFile {
  /** As `--out`. */
  readonly name: string;
  /** '-': standard input or output; undefined: not given. */
  readonly path: string | undefined;
}

/** Where a path that does not exist would be made. */
function placeOf(path: string): string {
  const folder = realpathSync(dirname(path));
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  return isLink ? placeOf(resolve(folder, readlinkSync(path))) : join(folder, basename(path));
}

/** The same for the same file, whatever it is called; undefined for pipes and devices, which can be shared. */
function identityOf(path: string | undefined, standard: 0 | 1): string | undefined {
  if (path === undefined) return undefined;
  try {
    const stats =
      path === '-'
        ? fstatSync(standard, { bigint: true })
        : statSync(path, { bigint: true, throwIfNoEntry: false });
    if (!stats) return placeOf(path);
    return stats.isFile() ? `${stats.dev} ${stats.ino}` : undefined;
  } catch {
    // Who opens it says why that fails.
    return undefined;
  }
}

/** Looked at before any file is opened. @throws UsageError where a file is written that is read or written, too. */
export function refuseOverwriting(inputs: readonly NamedFile[], outputs: readonly NamedFile[]): void {
  const taken = new Map(inputs.map(({ name, path }) => [identityOf(path, 0), name]));
  for (const { name, path } of outputs) {
    const identity = identityOf(path, 1);
    if (identity === undefined) continue;
    const other = taken.get(identity);
    if (other !== undefined)
      throw new UsageError(`${name} ${show(path)} is the same file as ${other}; give it a file of its own`);
    taken.set(identity, name);
  }
}
