/** Written by the build into web/wasm; not in git. */
declare module '*/wasm/limber.js' {
  const create: (options?: import('./loader.ts').RawModuleOptions) => Promise<import('./raw.ts').RawModule>;
  export default create;
}

/** limber.wasm, compressed. */
declare module '*/wasm/carried.js' {
  const carried: import('./unpack.ts').Carried;
  export default carried;
}
