// Third-party parts that ship: inside the npm package, beside it, and in the built pages. The builds fail on
// a package that is not listed (plugin.mjs), `npm run licences` on a licence that is not allowed.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';

/** SPDX names. Before adding one, a person reads it for its demands on the users of Limber. */
export const allowed = [
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'Apache-2.0 WITH LLVM-exception',
  // Demands that its own files stay open, which they are; not ours.
  'MPL-2.0',
  // For fonts only.
  'OFL-1.1',
];

/**
 * npm packages that bundlers put into our files; their versions and licences are those of package-lock.json.
 */
export const bundled = {
  package: ['three', '@rgrove/parse-xml'],
  pages: [
    'three',
    '@rgrove/parse-xml',
    'uplot',
    // The page Bench runs it.
    'closed-chain-ik',
    'gl-matrix',
    'linear-solve',
    'svd-js',
    '@pixiv/three-vrm',
    '@fontsource-variable/archivo',
    '@fontsource-variable/jetbrains-mono',
    '@fontsource/noto-sans-math',
    // Packages that VitePress puts into the documentation's pages.
    'vitepress',
    'vue',
    '@vue/reactivity',
    '@vue/runtime-core',
    '@vue/runtime-dom',
    '@vue/shared',
    '@vueuse/core',
    '@vueuse/integrations',
    '@vueuse/shared',
    '@docsearch/css',
    'focus-trap',
    'mark.js',
    'minisearch',
    'tabbable',
  ],
};

/** Copyright holders for packages under the MIT licence that do not carry its text. */
const holders = {
  '@docsearch/css': 'Copyright (c) 2015-present Algolia, Inc.',
  'linear-solve': 'Copyright (c) lovasoa',
};

/** Parts compiled or linked into limber.wasm and its loader: Debian's packages, which no lock file names. */
export const compiled = [
  {
    name: 'Eigen',
    version: '3.4',
    license: 'MPL-2.0',
    source: 'https://gitlab.com/libeigen/eigen',
    text: [
      'Limber contains Eigen in executable form, unchanged. Its source code is available under the terms of the Mozilla',
      'Public License 2.0 (https://mozilla.org/MPL/2.0/) from https://gitlab.com/libeigen/eigen.',
    ].join('\n'),
  },
  {
    name: 'Emscripten',
    version: '3.1.69 or newer',
    license: 'MIT',
    source: 'https://github.com/emscripten-core/emscripten',
    copyright: 'Copyright (c) 2010-2014 Emscripten authors, see AUTHORS file.',
  },
  {
    name: 'musl',
    version: '1.2.5, as part of Emscripten',
    license: 'MIT',
    source: 'https://musl.libc.org',
    copyright: 'Copyright © 2005-2020 Rich Felker, et al.',
  },
  {
    name: 'libc++, libc++abi and compiler-rt',
    version: 'as part of Emscripten',
    license: 'Apache-2.0 WITH LLVM-exception',
    source: 'https://github.com/llvm/llvm-project',
    text: 'The exception lets compiled parts be passed on without the text of the licence.',
  },
];

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Name and facts of a package that `package-lock.json` installs at the top. */
function locked(lock, name) {
  const entry = lock.packages[`node_modules/${name}`];
  if (!entry) throw new Error(`package-lock.json has no "${name}", which scripts/licences/parts.mjs lists`);
  const { version, license } = entry;
  return { name, version, license: license ?? 'unknown', source: `https://www.npmjs.com/package/${name}` };
}

/** Everything that ships, in the order of the notices, and by place. */
export function shipped(lock = readJson('package-lock.json')) {
  const named = (names) => names.map((name) => locked(lock, name));
  const installed = Object.entries(lock.packages).filter(
    ([path, entry]) => path.startsWith('node_modules/') && !entry.dev && !entry.devOptional && !entry.peer,
  );
  return {
    // Includes the dependencies of these packages, from the lock file.
    installed: named(installed.map(([path]) => path.slice('node_modules/'.length))),
    package: [...named(bundled.package), ...compiled],
    pages: [...named(bundled.pages), ...compiled],
  };
}

/** Reasons why parts must not ship; empty: they may. */
export function complaintsOf(parts) {
  return parts
    .filter(({ license }) => !allowed.includes(license))
    .map(({ name, version, license }) => `${name} ${version} is under ${license}`);
}

const mit = () => {
  const text = readFileSync(join(root, 'LICENSE'), 'utf8');
  return text.slice(text.indexOf('Permission is hereby granted')).trim();
};

function textOf(part) {
  if (part.text) return part.text;
  const copyright = part.copyright ?? holders[part.name];
  if (copyright) return `${copyright}\n\n${mit()}`;
  const folder = join(root, 'node_modules', part.name);
  const file = existsSync(folder) && readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (!file) throw new Error(`${part.name} has no licence file in node_modules; run npm ci`);
  return readFileSync(join(folder, file), 'utf8').replaceAll('\r', '').trim();
}

/** The notices that the licences of `parts` demand. */
export function noticesOf(where, parts) {
  const head = `# What ${where} contains of others\n\nLimber itself is under the MIT licence: see LICENSE.`;
  const sections = parts.map((part) => {
    const quoted = textOf(part)
      .split('\n')
      .map((line) => `    ${line}`.trimEnd())
      .join('\n');
    return `## ${part.name} ${part.version}\n\n${part.license}, ${part.source}\n\n${quoted}`;
  });
  return `${[head, ...sections].join('\n\n')}\n`;
}

/** NOTICE.md, which goes into the npm package. */
export const packageNotice = () => noticesOf('this package', shipped().package);
