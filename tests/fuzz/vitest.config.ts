/**
 * Configuration of `npm run long -- fuzz`, which runs several at once: nothing is written or built for other tests.
 */
import { defineConfig } from 'vitest/config';
import { alias } from '../../vite.config.ts';

export default defineConfig({
  resolve: { alias },
  test: {
    include: ['tests/fuzz/*.fuzz.ts'],
    setupFiles: ['tests/web/support/setup.ts'],
    environment: 'node',
    // A child process would survive when scripts/fuzz.mjs ends an input that hangs.
    pool: 'threads',
    // scripts/fuzz.mjs ends inputs that hang.
    testTimeout: 0,
  },
});
