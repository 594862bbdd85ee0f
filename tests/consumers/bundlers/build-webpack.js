import webpack from 'webpack';
import config from './webpack.config.js';

// Like `webpack build`, without a second package for the command line.
webpack(config, (error, stats) => {
  if (error) throw error;
  console.log(stats.toString({ all: false, errors: true, warnings: true }));
  if (stats.hasErrors() || stats.hasWarnings()) process.exitCode = 1;
});
