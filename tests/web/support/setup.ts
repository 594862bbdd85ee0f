/**
 * Runs before every test file: the core is loaded, and property tests use the same cases in every run, so that a
 * test fails because of a change and not by chance.
 */
import fc from 'fast-check';
import { init } from 'limber';

const { LIMBER_SEED: given } = process.env;

// LIMBER_SEED=random tries others; fast-check prints the seed of a failure.
if (given !== 'random') fc.configureGlobal({ seed: Number(given ?? 1) });

await init();
