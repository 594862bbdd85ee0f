/** Without its compilers: what they make, and throw away after some collections, comes and goes by tens of kilobytes. */
export const calm = ['--no-opt', '--no-maglev', '--no-sparkplug', '--no-flush-bytecode'];
