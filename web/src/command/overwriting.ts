/// <reference types="node" />
/** Keeps a command from overwriting its inputs, and what is there. */
import { fstatSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { show } from '../describe/errors.ts';
import { UsageError } from './reading.ts';

/** A file of a command line, with its role. */
export interface NamedFile {
  /** Name of the option, such as `--out`. */
  readonly name: string;
  /** '-': standard input or output; undefined: not given. */
  readonly path: string | undefined;
}

/** Place where a path that does not exist would be created. */
function placeOf(path: string): string {
  const folder = realpathSync(dirname(path));
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  return isLink ? placeOf(resolve(folder, readlinkSync(path))) : join(folder, basename(path));
}

/** Equal for equal files, whatever their paths; undefined for pipes and devices, which can be shared. */
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
    // Opening the file will report the reason.
    return undefined;
  }
}

/**
 * Call before any file is opened. `force`: what is there may be overwritten. @throws UsageError if an output is
 * also an input or another output, or holds anything.
 */
export function refuseOverwriting(
  inputs: readonly NamedFile[],
  outputs: readonly NamedFile[],
  force: boolean,
): void {
  const taken = new Map(inputs.map(({ name, path }) => [identityOf(path, 0), name]));
  for (const { name, path } of outputs) {
    const identity = identityOf(path, 1);
    if (identity === undefined) continue;
    const other = taken.get(identity);
    if (other !== undefined)
      throw new UsageError(`${name} ${show(path)} is the same file as ${other}; give it a file of its own`);
    taken.set(identity, name);
    if (force || path === '-' || !statSync(path!, { throwIfNoEntry: false })?.size) continue;
    throw new UsageError(`${name} ${show(path)} is there already; --force overwrites it`);
  }
}
