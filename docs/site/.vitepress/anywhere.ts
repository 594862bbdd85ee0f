/**
 * Lets the built site work under any path. VitePress wants to know its path when it builds; here it is told a
 * placeholder, which is then replaced: in HTML by the way up from the page, in scripts by the way up from the script.
 */
import { parseAst } from 'vite';
import type { TransformContext, UserConfig } from 'vitepress';

/** Of the Vite that VitePress brings along, which is not ours. */
type Plugin = Extract<NonNullable<NonNullable<UserConfig['vite']>['plugins']>[number], { name: string }>;

export const placeholder = '/limber-docs-base/';

const up = (file: string): string => '../'.repeat(file.split('/').length - 1) || './';

/** The hook `transformHtml` of VitePress. */
export function inHtml(html: string, _file: string, { page }: TransformContext): string {
  const way = up(page);
  // In the one inline script the placeholder is part of a JSON text: "{\"base\":\"/…/\"".
  return html
    .replaceAll(`="${placeholder}`, `="${way}`)
    .replaceAll(`\\"${placeholder}`, `\\""+new URL("${way}",location.href).pathname+"`);
}

interface Node {
  type: string;
  start: number;
  end: number;
  value?: unknown;
  [key: string]: unknown;
}

/** Every string and piece of a template of a script. */
function* texts(node: Node): Generator<Node> {
  if (node.type === 'Literal' || node.type === 'TemplateElement') yield node;
  for (const child of Object.values(node).flat()) {
    if (typeof (child as Node | null)?.type === 'string') yield* texts(child as Node);
  }
}

function inScript(code: string, file: string): string {
  const base = '__limberDocs';
  let result = code;
  // From the last to the first, so that places stay true.
  for (const { type, start, end } of [...texts(parseAst(code) as unknown as Node)].reverse()) {
    const text = result.slice(start, end);
    if (!text.includes(placeholder)) continue;
    const quote = text[0]!;
    const parts = text.split(placeholder);
    const joined =
      type === 'TemplateElement' ? parts.join(`\${${base}}`) : `(${parts.join(`${quote}+${base}+${quote}`)})`;
    result = result.slice(0, start) + joined + result.slice(end);
  }
  if (result === code) return code;
  return `const ${base}=new URL("${up(file)}",import.meta.url).pathname;${result}`;
}

export function anywhere(): Plugin {
  let server = false;
  return {
    name: 'limber:anywhere',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => void (server = Boolean(config.build.ssr)),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        if (server) return;
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk') chunk.code = inScript(chunk.code, chunk.fileName);
        }
      },
    },
  };
}
