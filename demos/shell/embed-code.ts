import type { ArmSettings } from 'limber/element';
import { writeSetting } from '../../web/src/element/attributes.ts';

/** The script of the standalone element, and its hash. */
interface Pinned {
  readonly address: string;
  readonly integrity: string;
}

/** Written by `node scripts/build.mjs package`. The built site has those files in its folder `limber`. */
const built = import.meta.glob<{ readonly entry: string; readonly integrity: string }>(
  '../../web/dist/embed/integrity.json',
  { eager: true, import: 'default' },
);
const pinned = import.meta.env.PROD ? Object.values(built)[0] : undefined;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Attributes without default values; the preset is always written. */
export function attributesOf({ preset, ...others }: Partial<ArmSettings>): [name: string, text: string][] {
  const named: [string, string][] = preset ? [['preset', preset]] : [];
  const rest = Object.entries(others).flatMap(([name, value]) => {
    const text = value === undefined ? null : writeSetting(name as keyof ArmSettings, value as never);
    return text === null ? [] : [[name, text] as [string, string]];
  });
  return [...named, ...rest];
}

/** An attribute as HTML; JSON stands in single quotes, for people. */
export function markup(name: string, text: string): string {
  if (!text) return name;
  const isJson = text.startsWith('[') && !text.includes("'");
  return isJson ? `${name}='${escaped(text).replaceAll('&quot;', '"')}'` : `${name}="${escaped(text)}"`;
}

/** `<limber-arm>` with its script, pinned. */
export function elementCode(settings: Partial<ArmSettings>, { address, integrity }: Pinned): string {
  const attributes = attributesOf(settings).map(([name, text]) => markup(name, text));
  return (
    `<script type="module" src="${address}" integrity="${integrity}" crossorigin="anonymous"></script>\n` +
    `<limber-arm ${attributes.join(' ')}>An arm that can be dragged, where JavaScript is on.</limber-arm>\n`
  );
}

/** A page in a frame, whose sandbox restricts its scripts. */
export function frameCode(address: URL, title: string, sandbox: string): string {
  return (
    `<iframe src="${escaped(address.href)}" title="${escaped(title)}" loading="lazy" sandbox="${sandbox}" ` +
    `style="width: 100%; aspect-ratio: 4 / 3; border: 0"></iframe>\n`
  );
}

/** The site's first page: the mark on every page links to it. */
const home = (): string => document.querySelector<HTMLAnchorElement>('.bar .mark')?.href ?? location.href;

/** Address of the site's own element; null where it is not built. */
export const elementAddress = (): string | null =>
  pinned ? new URL(`limber/${pinned.entry}`, home()).href : null;

/**
 * Code that shows the same arm on another page: the site's own element, or where it has none, its page in a
 * frame.
 */
export function armCode(settings: Partial<ArmSettings>, title: string): string {
  const element = elementAddress();
  if (element) return elementCode(settings, { address: element, integrity: pinned!.integrity });
  const address = new URL('embed.html', home());
  address.hash = '';
  for (const [name, text] of attributesOf(settings)) address.searchParams.set(name, text);
  return frameCode(address, title, 'allow-scripts');
}

/** Code that shows this page, in the state of its address, on another. */
export const pageCode = (address: URL, title: string): string =>
  frameCode(address, title, 'allow-scripts allow-same-origin');
