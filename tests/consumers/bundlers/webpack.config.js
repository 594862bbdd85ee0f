const wasm = process.env.LIMBER_VARIANT === 'wasm';

export default {
  mode: 'production',
  entry: wasm ? './src/main-wasm.js' : './src/main.js',
  output: { path: `${import.meta.dirname}/dist/webpack${wasm ? '-wasm' : ''}`, filename: 'main.js' },
  performance: { hints: false },
};
