/** What the build writes into web/wasm, and git does not hold. */
declare module '*/wasm/limber.js' {
  const create: (options?: import('./raw.ts').RawModuleOptions) => Promise<import('./raw.ts').RawModule>;
  export default create;
}

/** limber.wasm, compressed. */
declare module '*/wasm/carried.js' {
  const carried: import('./unpack.ts').Carried;
  export default carried;
}
