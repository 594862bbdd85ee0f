import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Text of a page with the files that it includes, as VitePress reads it. */
export const included = (file: string): string =>
  readFileSync(file, 'utf8').replace(/<!--\s*@include: (\S+?)\s*-->/g, (_, path: string) =>
    readFileSync(join(dirname(file), path), 'utf8').trimEnd(),
  );
