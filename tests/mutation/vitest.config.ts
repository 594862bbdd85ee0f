/** For `npm run mutate`: what runs in Node within seconds, without browsers and without other programs. */
import { defineConfig } from 'vitest/config';
import { alias } from '../../vite.config.ts';

/** Names that scripts/mutate/typescript.mjs has chosen. */
const chosen = process.env.LIMBER_MUTANTS_MEET?.split(',').filter((name) => name !== '') ?? [];
const file = (name: string) => `tests/web/${name}.test.ts`;

export default defineConfig({
  resolve: { alias },
  test: {
    include: (chosen.length > 0 ? chosen : ['**/*']).map(file),
    exclude: ['leaks', 'dispose', 'long-chain', 'cli', 'readme', 'methods', 'linkages', 'supply', 'docs'].map(
      file,
    ),
    runner: 'tests/mutation/runner.ts',
    setupFiles: ['tests/web/seed.ts'],
    environment: 'node',
    // Stryker itself ends what hangs.
    testTimeout: 300_000,
  },
});
