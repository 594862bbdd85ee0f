import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
/** Copies of tests/consumers with installed packages. */
export const consumers = join(root, 'build/consumers');

export interface Manifest {
  version: string;
  exports: Record<string, string | Record<'types' | 'default', string>>;
  files: string[];
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  engines: { node: string };
}

export const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

const { exports } = manifestOf(root);
/** The package's entries that export something, as they are imported. */
export const entries: readonly string[] = Object.keys(exports)
  .filter((name) => !/thread$|\.wasm$/.test(name))
  .map((name) => name.replace('.', 'limber'));
/** True for what an entry was called before. */
export const isFormer = (entry: string): boolean =>
  JSON.stringify(exports[entry.replace('limber', '.')]).includes('/former/');

/** Standard output of a consumer's program, after it has ended successfully. */
export function runIn(cwd: string, command: string, ...args: readonly string[]): Promise<string> {
  return runWith({}, cwd, command, ...args);
}

/** Runs with additional environment variables. */
export function runWith(
  more: NodeJS.ProcessEnv,
  cwd: string,
  command: string,
  ...args: readonly string[]
): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...consumerEnv(), ...more };
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    const take = (chunk: Buffer): void => void (text += chunk.toString());
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(text);
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${text}`));
    });
  });
}

/** Consumers' compilers use the cache if there is one, like the project's own build. */
const hasCcache = spawnSync('ccache', ['--version']).status === 0;
const compilerCache = {
  CMAKE_CXX_COMPILER_LAUNCHER: 'ccache',
  CCACHE_BASEDIR: root,
  CCACHE_NOHASHDIR: '1',
  CCACHE_SLOPPINESS: 'pch_defines,time_macros,include_file_mtime,include_file_ctime',
};

/** npm takes from its cache what it has there. */
const quick = {
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
};

/** Environment of a normal terminal, without the test runner's variables. */
export function consumerEnv(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, VITEST: __, FORCE_COLOR: ___, ...env } = process.env;
  return {
    ...env,
    ...quick,
    ...(hasCcache ? compilerCache : {}),
    NEXT_TELEMETRY_DISABLED: '1',
    NO_COLOR: '1',
  };
}
