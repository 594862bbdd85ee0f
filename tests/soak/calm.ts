/** Disables the compilers: their code comes and goes with collections by tens of kilobytes. */
export const calm = ['--no-opt', '--no-maglev', '--no-sparkplug', '--no-flush-bytecode'];
