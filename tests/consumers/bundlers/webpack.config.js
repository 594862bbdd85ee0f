export default {
  mode: 'production',
  entry: './src/main.js',
  output: { path: `${import.meta.dirname}/dist/webpack`, filename: 'main.js' },
  performance: { hints: false },
};
