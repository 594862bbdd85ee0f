import resolve from '@rollup/plugin-node-resolve';

export default {
  input: { main: 'src/main-own-worker.js', thread: 'src/thread.js', 'own-worker': 'src/own-worker.js' },
  output: { dir: 'dist/rollup', format: 'es' },
  plugins: [resolve({ browser: true })],
  onwarn(warning) {
    throw new Error(warning.message);
  },
};
