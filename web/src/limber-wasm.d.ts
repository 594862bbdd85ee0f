/** The file that Emscripten writes; made by `npm run build`, not in git. */
declare module '*/wasm/limber.js' {
  const create: (options?: import('./raw.ts').RawModuleOptions) => Promise<import('./raw.ts').RawModule>;
  export default create;
}
