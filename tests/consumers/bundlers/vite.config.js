/** newest and oldest: three's version; wasm: the page with limber/wasm. */
const variant = process.env.LIMBER_VARIANT ?? 'newest';

export default {
  logLevel: 'warn',
  resolve: { alias: { three: variant === 'oldest' ? 'three-oldest' : 'three' } },
  build: {
    chunkSizeWarningLimit: 1500,
    outDir: variant === 'newest' ? 'dist/vite' : `dist/vite-${variant}`,
    // On a busy machine it would tell how long its plugins took.
    rolldownOptions: {
      input: variant === 'wasm' ? 'wasm.html' : 'index.html',
      checks: { pluginTimings: false },
    },
  },
};
