/** Fenced code blocks of Markdown, and the programs that they form. */

export interface Block {
  language: string;
  /** Words after the language, such as a file name. */
  info: string;
  code: string;
  /** Line number of the first line of code in the text, from 1. */
  line: number;
  /** Preceding code: the page's hidden code, and the block that this one continues. */
  before: string;
}

/**
 * `<!-- ts … -->` contains code that the page's programs need but readers do not see. It precedes the
 * following blocks.
 */
const hiddenStart = /^<!-- ts\s*$/;
const hiddenEnd = /^-->\s*$/;
const fence = /^(\s*)```\s*(\w*)\s*(.*?)\s*$/;

/** Fenced blocks, including indented ones in lists. */
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

/** The program up to the end of this block. */
export function whole(block: Block | undefined): string {
  if (!block) throw new Error('a block that continues needs one before it');
  return block.before + block.code;
}

export const isProgram = ({ language }: Pick<Block, 'language'>): boolean =>
  /^(ts|tsx|js|typescript|javascript|mjs)$/.test(language);
export const isShell = ({ language }: Pick<Block, 'language'>): boolean =>
  /^(sh|bash|shell|console)$/.test(language);
export const isPage = ({ language }: Pick<Block, 'language'>): boolean => language === 'html';
/** Whether the block needs a page. */
export const isForBrowser = (block: Block): boolean => /^\s*\/\/ browser\b/.test(whole(block));

/**
 * In `console.log(value); // literal` the comment is a promise. The rest of the comment, and any other
 * comment, is prose.
 */
const said = /^(\s*)console\.log\((.+)\);\s*\/\/ (\S.*)$/;
const literal = /^('[^']*'|-?\d[\d.e-]*|true|false|\[[^\]]*\])(?=$|[\s;,(])/;

/** What the comments say that the program prints. */
export const promisesOf = (code: string): string[] =>
  code
    .split('\n')
    .flatMap((text) => literal.exec(said.exec(text)?.[3] ?? '')?.[1]?.replaceAll("'", '') ?? []);

/** The program with its promises checked: each such log becomes a call of `__shown(line, promise, value)`. */
export function watched(code: string): string {
  const lines = code.split('\n').map((text, i) => {
    const [, indent, value, comment] = said.exec(text) ?? [];
    const promise = literal.exec(comment ?? '')?.[1];
    if (promise === undefined) return text;
    return `${indent}globalThis.__shown(${i}, ${JSON.stringify(promise)}, ${value}); // ${comment}`;
  });
  return lines.join('\n');
}
