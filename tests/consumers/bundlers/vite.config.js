const three = process.env.LIMBER_THREE === 'oldest' ? 'three-oldest' : 'three';

export default {
  logLevel: 'warn',
  resolve: { alias: { three } },
  build: {
    chunkSizeWarningLimit: 1500,
    outDir: process.env.LIMBER_THREE === 'oldest' ? 'dist/vite-oldest' : 'dist/vite',
  },
};
