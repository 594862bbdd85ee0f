/** newest and oldest: three's version; wasm, constraints: the page that takes limber/wasm, limber/constraints. */
const variant = process.env.LIMBER_VARIANT ?? 'newest';
const pages = { wasm: 'wasm.html', constraints: 'constraints.html' };

export default {
  logLevel: 'warn',
  resolve: { alias: { three: variant === 'oldest' ? 'three-oldest' : 'three' } },
  build: {
    chunkSizeWarningLimit: 1500,
    outDir: variant === 'newest' ? 'dist/vite' : `dist/vite-${variant}`,
    rolldownOptions: { input: pages[variant] ?? 'index.html' },
  },
};
