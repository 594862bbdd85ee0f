// A Vite plugin: a bundle may include only packages that parts.mjs lists for its destination.
import { bundled, noticesOf, shipped } from './parts.mjs';

/** The package that a module comes from; undefined: it is ours, or the bundler's own. */
export function packageOf(id) {
  const path = id.replaceAll('\\', '/').split('?')[0];
  return path.match(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1];
}

/** @param {keyof typeof bundled} where @param {{ write?: boolean }} [options] write: beside the files, licences.txt */
export function shipsOnly(where, { write = false } = {}) {
  return {
    name: 'limber:licences',
    // Builds that render pages on the server ship nothing.
    apply: (config) => !config.build?.ssr,
    generateBundle(_, bundle) {
      const ids = Object.values(bundle).flatMap((file) => file.moduleIds ?? Object.keys(file.modules ?? {}));
      const unknown = new Set(ids.map(packageOf).filter((name) => name && !bundled[where].includes(name)));
      if (unknown.size > 0)
        this.error(`${[...unknown].join(', ')} would ship unlisted: add it to scripts/licences/parts.mjs`);
      if (write)
        this.emitFile({
          type: 'asset',
          fileName: 'licences.txt',
          source: noticesOf('this site', shipped().pages),
        });
    },
  };
}
