// Small helpers to run programs and to print messages. Plain Node: these scripts run before anything is
// installed.
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

export function say(text) {
  console.log(`limber: ${text}`);
}

/** Ends the whole command with a one-line error that also says what would help. */
export function fail(text, code = 1) {
  console.error(`limber: ${text}`);
  process.exit(code);
}

/** `parseArgs` of the command's own arguments; an unknown one ends the command and lists the `known` ones. */
export function readArguments(config, known) {
  try {
    return parseArgs(config);
  } catch (error) {
    return fail(`${error.message.split('. ')[0]}; known: ${known}`, 2);
  }
}

/** Runs a program with our terminal, or with `heard` for its output, and returns its exit code. */
export function run(command, args, { heard, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    for (const stream of heard ? [child.stdout, child.stderr] : [])
      stream.setEncoding('utf8').on('data', heard);
    child.on('error', (error) => fail(`cannot run ${command}: ${error.message}`));
    // Ctrl-C reaches the child by itself; a plain kill of this process must not leave a server behind.
    const stop = () => child.kill('SIGTERM');
    process.once('SIGTERM', stop);
    child.on('close', (code, signal) => {
      process.off('SIGTERM', stop);
      resolve(signal ? 1 : code);
    });
  });
}

/** Like run(), but ends the whole command when the program fails. */
export async function must(what, [command, args], options) {
  if ((await run(command, args, options)) !== 0) fail(`failed: ${what}`);
}

/** Runs a program without output; its output is shown only if it fails, which ends the whole command. */
export async function quietly(what, command, args, options = {}) {
  const started = Date.now();
  const { code, text } = await collect(command, args, options);
  if (code !== 0) {
    console.error(text.trimEnd());
    fail(`failed: ${what} (${[command, ...args].join(' ')})`);
  }
  say(`${what}: done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** Runs a program; its exit code, and what it has written. */
export async function collect(command, args, options = {}) {
  let text = '';
  const code = await run(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
    heard: (chunk) => (text += chunk),
  });
  return { code, text };
}

/** An asynchronous function that does its work once, whoever asks, and however many at a time. */
export function once(work) {
  let done;
  return () => (done ??= work());
}

/** Output of a program, or undefined when it is missing or fails. */
export function read(command, args) {
  const result = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  return result.status === 0 ? result.stdout : undefined;
}

export function onPath(command) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Runs a command-line tool of an npm package with this very Node. */
export function nodeTool(script, args, options) {
  return run(process.execPath, [join(root, 'node_modules', script), ...args], options);
}
