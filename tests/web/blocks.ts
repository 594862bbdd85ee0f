/** Fenced blocks of Markdown: what they are, and the programs that they make. */

export interface Block {
  language: string;
  /** What follows the language: words, such as a file's name. */
  info: string;
  code: string;
  /** Of its first line of code in the text, from 1. */
  line: number;
  /** Code that goes before it: what the page hides, and the block that it continues. */
  before: string;
}

/** `<!-- ts … -->` holds what the page's programs need and its reader does not: it goes before the blocks after it. */
const hiddenStart = /^<!-- ts\s*$/;
const hiddenEnd = /^-->\s*$/;
const fence = /^(\s*)```\s*(\w*)\s*(.*?)\s*$/;

/** Fenced blocks, indented ones in lists too. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: (Block & { indent: number }) | undefined;
  let hidden = '';
  let hiding = false;
  for (const [i, text] of markdown.split('\n').entries()) {
    const found = fence.exec(text);
    if (!open && hiddenStart.test(text)) {
      [hiding, hidden] = [true, ''];
    } else if (hiding) {
      if (hiddenEnd.test(text)) hiding = false;
      else hidden += `${text}\n`;
    } else if (found && open) {
      blocks.push(open);
      open = undefined;
    } else if (found) {
      const [, indent, language, info] = found as unknown as [string, string, string, string];
      open = { language, info, code: '', line: i + 2, before: hidden, indent: indent.length };
      if (info.split(' ').includes('continue')) open.before = whole(blocks.filter(isProgram).at(-1));
    } else if (open) {
      open.code += `${text.slice(open.indent)}\n`;
    }
  }
  if (open) throw new Error(`the block at line ${open.line} has no end`);
  if (hiding) throw new Error('a hidden block has no end');
  return blocks;
}

/** The program that a block is part of, up to its end. */
export function whole(block: Block | undefined): string {
  if (!block) throw new Error('a block that continues needs one before it');
  return block.before + block.code;
}

export const isProgram = ({ language }: Pick<Block, 'language'>): boolean =>
  /^(ts|js|typescript|javascript|mjs)$/.test(language);
export const isShell = ({ language }: Pick<Block, 'language'>): boolean =>
  /^(sh|bash|shell|console)$/.test(language);
export const isPage = ({ language }: Pick<Block, 'language'>): boolean => language === 'html';
/** Needs a page around it. */
export const isForBrowser = (block: Block): boolean => /^\s*\/\/ browser\b/.test(whole(block));

/** `console.log(value); // literal`: the comment is a promise; what follows the literal, and any other comment, is prose. */
const said = /^(\s*)console\.log\((.+)\);\s*\/\/ (\S.*)$/;
const literal = /^('[^']*'|-?\d[\d.e-]*|true|false|\[[^\]]*\])(?=$|[\s;,(])/;

/** The program with its promises kept track of: `__shown(line, promise, value)` stands where it logs. */
export function watched(code: string): string {
  const lines = code.split('\n').map((text, i) => {
    const [, indent, value, comment] = said.exec(text) ?? [];
    const promise = literal.exec(comment ?? '')?.[1];
    if (promise === undefined) return text;
    return `${indent}globalThis.__shown(${i}, ${JSON.stringify(promise)}, ${value}); // ${comment}`;
  });
  return lines.join('\n');
}
