/** For `npm run mutate`: what runs in Node within seconds, without browsers and without other programs. */
import { defineConfig } from 'vitest/config';
import { alias } from '../../vite.config.ts';

export default defineConfig({
  resolve: { alias },
  test: {
    include: ['tests/web/**/*.test.ts'],
    exclude: ['leaks', 'dispose', 'long-chain', 'cli', 'readme', 'methods', 'linkages', 'supply', 'docs'].map(
      (name) => `tests/web/${name}.test.ts`,
    ),
    setupFiles: ['tests/web/seed.ts'],
    environment: 'node',
    // Stryker itself ends what hangs.
    testTimeout: 300_000,
  },
});
