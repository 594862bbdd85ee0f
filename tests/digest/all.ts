/** The digest as a separate module, for any engine. */
import { init } from 'limber';
import { digest, type Line } from './digest.ts';

export async function all(): Promise<Record<string, Line>> {
  await init();
  return digest();
}
