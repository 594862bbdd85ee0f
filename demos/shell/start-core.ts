/** Decodes and compiles the core while the rest of a first view is on its way. */
import { init } from 'limber';

// The view asks for it again, and says why if it cannot be.
void init().catch(() => {});
