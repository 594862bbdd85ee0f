import create from '../wasm/limber.js';
import { errorCodes, LimberError, show, type ErrorCode } from './errors.ts';
import type { RawModule, RawModuleOptions } from './raw.ts';

export interface InitOptions {
  /** The bytes of limber.wasm, where they are at hand. */
  wasmBinary?: ArrayBuffer | Uint8Array;
  /** Where to fetch limber.wasm; default: beside the script. */
  wasmUrl?: string | URL;
}

/** What the core says about itself, read once. */
export interface Tables {
  readonly solvers: readonly string[];
  readonly goalTypes: readonly string[];
  readonly jointTypes: readonly string[];
  readonly statuses: readonly string[];
  readonly modes: readonly string[];
  readonly errorCodes: readonly string[];
  readonly options: readonly OptionTable[];
  readonly optionIndex: ReadonlyMap<string, number>;
  readonly optionDefaults: Float64Array;
}

export interface OptionTable {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly default: number;
  /** 'integer', 'number', 'boolean' or 'mode'. */
  readonly kind: string;
}

export interface Core {
  readonly module: RawModule;
  readonly tables: Tables;
}

let loading: Promise<void> | undefined;
let loaded: Core | undefined;

/**
 * Loads the core. Call it once, or as often as you like: all calls share one load. After a failure the next call
 * tries again.
 *
 * @throws LimberError `loadFailed` where the file is missing, is not WebAssembly or cannot be compiled.
 */
export function init(options: InitOptions = {}): Promise<void> {
  loading ??= load(options).catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  });
  return loading;
}

async function load({ wasmBinary, wasmUrl }: InitOptions): Promise<void> {
  // What Emscripten would print it also throws.
  const moduleOptions: RawModuleOptions = { print: () => {}, printErr: () => {} };
  if (wasmUrl) moduleOptions.locateFile = () => String(wasmUrl);
  try {
    if (wasmBinary !== undefined) moduleOptions.wasmBinary = checkBytes(wasmBinary);
    const module = await create(moduleOptions);
    loaded = { module, tables: readTables(module) };
  } catch (cause) {
    const remedy = 'give init its bytes as wasmBinary, or its address as wasmUrl';
    throw new LimberError('loadFailed', `limber.wasm did not load: ${reasonOf(cause)}; ${remedy}`, { cause });
  }
}

function checkBytes<T extends ArrayBuffer | Uint8Array>(wasmBinary: T): T {
  if (typeof wasmBinary === 'object' && typeof wasmBinary?.byteLength === 'number') return wasmBinary;
  throw new Error(`wasmBinary must be an ArrayBuffer or a Uint8Array, not ${show(wasmBinary)}`);
}

function reasonOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  // What Emscripten's script calls on a module that has something else in its place.
  if (cause instanceof TypeError) return `it is another module, or of another version (${text})`;
  // Without Emscripten's frame: `Aborted(…). Build with -sASSERTIONS for more info.`
  return /^Aborted\((.*)\)/s.exec(text)?.[1] ?? text;
}

function readTables(module: RawModule): Tables {
  const words = (text: string): string[] => text.split(' ');
  const options = words(module.optionNames()).map((name, i) => ({
    name,
    min: module.optionMin(i),
    max: module.optionMax(i),
    default: module.optionDefault(i),
    kind: module.optionKind(i),
  }));
  return {
    solvers: words(module.solverNames()),
    goalTypes: words(module.goalTypeNames()),
    jointTypes: words(module.jointTypeNames()),
    statuses: words(module.statusNames()),
    modes: words(module.modeNames()),
    errorCodes: words(module.errorCodeNames()),
    options,
    optionIndex: new Map(options.map(({ name }, i) => [name, i])),
    optionDefaults: Float64Array.from(options, (option) => option.default),
  };
}

/** The core, once it is loaded. */
export function core(): Core {
  if (loaded) return loaded;
  throw new LimberError('notInitialised', 'the core is not loaded; `await init()` first');
}

/** Throws what the core calls wrong. */
export function throwRaw(source: { errorCode(): string; errorText(): string }): never {
  const code = source.errorCode();
  const known = errorCodes.find((each) => each === code) satisfies ErrorCode | undefined;
  throw new LimberError(known ?? 'badDescription', source.errorText());
}
