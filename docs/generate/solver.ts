/** The page of one solver. */
import { measuredTable } from './measured.ts';
import { ownOptions } from './options.ts';
import type { Solver } from './texts.ts';

const equation = (mathML: readonly string[]): string =>
  `<div class="equation" tabindex="0" role="group" aria-label="Equation" v-pre>` +
  mathML.map((each) => `<math display="block">${each}</math>`).join('') +
  '</div>';

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

/** The texts are HTML in paragraphs; code must stay out of the way of Vue. */
const paragraph = (html: string): string => `<p v-pre>${html}</p>`;

export function solverPage({ name, text, sections }: Solver): string {
  const { title, idea, equations, letters, when, sources } = text;
  const section = (heading: string): string[] =>
    sections.has(heading) ? [`## ${heading}`, sections.get(heading)!] : [];
  const parts = [
    `# ${title}`,
    paragraph(idea),
    `<limber-figure name="steps" solver="${name}"></limber-figure>`,
    ...section('Try it'),
    '## Equation',
    equation(equations),
    paragraph(letters),
    ...section('What a step does'),
    '## When to use it',
    paragraph(`Take <code>${name}</code> ${when}`),
    ...section('When not to use it'),
    '## Options it reads',
    ownOptions(name),
    '## Measured',
    sections.get('Measured') ?? measuredTable(name),
    '## Sources',
    sources.map(({ text, href }) => `- ${href ? `[${text}](${href})` : text}`).join('\n'),
    `- \`cpp/src/solvers/${name}.cpp\`, whose head has the same equation`,
  ];
  return `---\ntitle: ${title} (${name})\n---\n\n${parts.map(capital).join('\n\n')}\n`;
}
