import { coreTables } from '../describe/core-tables.ts';
import { errorCodes, LimberError, show, type ErrorCode } from '../describe/errors.ts';
import type { CoreTables, Parameter } from '../describe/tables.ts';
import { asObject } from '../describe/flatten.ts';
import type { RawModule } from './raw.ts';

/** A `WebAssembly.Module`. Projects without DOM types lack that name. */
export type CompiledModule = object;

/** Options for Emscripten's factory. */
export interface RawModuleOptions {
  instantiateWasm: (imports: object, ready: (instance: object, module: CompiledModule) => void) => object;
  print: (text: string) => void;
  printErr: (text: string) => void;
}

/** Source of the compiled core: at most one of these. Default: the package's own. */
export interface InitOptions {
  /** The bytes of limber.wasm. */
  wasmBinary?: ArrayBuffer | Uint8Array;
  /** Address to fetch limber.wasm from. */
  wasmUrl?: string | URL;
  /**
   * A compiled limber.wasm (a `WebAssembly.Module`), as some platforms import it or a page sends it to a
   * worker.
   */
  module?: CompiledModule;
}

/** How an entry loads the compiled core. */
export interface CoreSource {
  /** Emscripten's loader of that core. */
  create(options: RawModuleOptions): Promise<RawModule>;
  /** The module at the entry's own place. */
  own(): Promise<CompiledModule>;
  /** The module at an address. */
  at(url: string): Promise<CompiledModule>;
}

/** The core's tables, and indices in them. */
export interface Tables extends CoreTables {
  readonly goalTypes: readonly string[];
  /** Parameters per goal type; those common to all types come first. */
  readonly parameters: ReadonlyMap<string, readonly Parameter[]>;
  readonly optionIndex: ReadonlyMap<string, number>;
  readonly optionDefaults: Float64Array;
}

const tables: Tables = /* @__PURE__ */ (() => {
  const { goals, shared, options } = coreTables;
  return {
    ...coreTables,
    goalTypes: Object.keys(goals),
    parameters: new Map(Object.entries(goals).map(([type, own]) => [type, [...shared, ...own]])),
    optionIndex: new Map(options.map(({ name }, i) => [name, i])),
    optionDefaults: Float64Array.from(options, ({ initial }) => initial[0]!),
  };
})();

export interface Core {
  readonly module: RawModule;
  readonly tables: Tables;
}

let loading: Promise<void> | undefined;
let loaded: Core | undefined;

/** Loads once for all callers and entries; after a failure the next call tries again. */
export function load(options: InitOptions, source: CoreSource): Promise<void> {
  loading ??= start(options, source).catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  });
  return loading;
}

async function start(options: InitOptions, source: CoreSource): Promise<void> {
  try {
    const module = await instantiate(await compile(options, source), source);
    loaded = { module, tables };
  } catch (cause) {
    // The explanations are loaded only when needed.
    const explain = await import('./load-failure.ts').then(
      ({ explain }) => explain,
      () => String,
    );
    throw new LimberError('loadFailed', `limber.wasm did not load: ${explain(cause)}`, { cause });
  }
}

async function compile(options: InitOptions, source: CoreSource): Promise<CompiledModule> {
  const { wasmBinary, wasmUrl, module } = asObject(options, 'options', ['wasmBinary', 'wasmUrl', 'module']);
  if (module !== undefined) return checkModule(module);
  if (wasmBinary !== undefined) return WebAssembly.compile(checkBytes(wasmBinary));
  if (wasmUrl !== undefined) return source.at(checkUrl(wasmUrl));
  return source.own();
}

function checkModule(module: unknown): WebAssembly.Module {
  if (module instanceof WebAssembly.Module) return module;
  throw new Error(`module must be a WebAssembly.Module, not ${show(module)}`);
}

function checkUrl(wasmUrl: unknown): string {
  if (typeof wasmUrl === 'string') return wasmUrl;
  if (wasmUrl instanceof URL) return wasmUrl.href;
  throw new Error(`wasmUrl must be a string or a URL, not ${show(wasmUrl)}`);
}

function checkBytes(wasmBinary: unknown): BufferSource {
  if (typeof wasmBinary === 'object' && typeof (wasmBinary as ArrayBuffer)?.byteLength === 'number')
    return wasmBinary as ArrayBuffer;
  throw new Error(`wasmBinary must be an ArrayBuffer or a Uint8Array, not ${show(wasmBinary)}`);
}

/** Emscripten's loader receives the instance, so it neither fetches nor inspects the platform. */
function instantiate(module: CompiledModule, source: CoreSource): Promise<RawModule> {
  return new Promise((resolve, reject) => {
    const moduleOptions: RawModuleOptions = {
      // Emscripten also throws these messages.
      print: () => {},
      printErr: () => {},
      instantiateWasm(imports, ready) {
        WebAssembly.instantiate(module as WebAssembly.Module, imports as WebAssembly.Imports)
          .then((instance) => ready(instance, module))
          .catch(reject);
        return {};
      },
    };
    source.create(moduleOptions).then(resolve, reject);
  });
}

/** The loaded core. */
export function core(): Core {
  if (loaded) return loaded;
  throw new LimberError('notInitialised', 'the core is not loaded; `await init()` first');
}

/** Throws the core's last error. */
export function throwRaw(): never {
  const { module } = core();
  const code = module.errorCode();
  const known = errorCodes.find((each) => each === code) satisfies ErrorCode | undefined;
  throw new LimberError(known ?? 'badDescription', module.errorText());
}

/** Hands numbers over to the core: its next call reads them. */
export function send(numbers: ArrayLike<number>): void {
  const { module } = core();
  const at = module.room(numbers.length) / 8;
  // Only now: `room` may have moved the memory.
  module.HEAPF64.set(numbers, at);
}
