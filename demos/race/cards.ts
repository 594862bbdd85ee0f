import { lookOf, swatch } from './looks.ts';
import { solverTexts, titleOf, type SolverText } from '../solver-texts/texts.ts';

/** The texts about the solvers, in the table's order; on phones they are folded, and open when a link leads there. */
export function addCards(host: HTMLElement, names: readonly string[]): void {
  host.replaceChildren(...names.map((name, index) => card(name, index)));
}

function card(name: string, index: number): HTMLElement {
  const article = document.createElement('details');
  article.className = 'card';
  article.open = matchMedia('(width >= 40rem)').matches;
  const text = solverTexts[name];
  article.innerHTML =
    `<summary><h3>${swatch(lookOf(index))}${titleOf(name)} <code>${name}</code></h3></summary>` +
    `<div id="solver-${name}">${text ? body(text) : ''}</div>`;
  return article;
}

function body({ idea, equations, letters, when, sources }: SolverText): string {
  const links = sources.map(({ text, href }) => (href ? `<a href="${href}">${text}</a>` : text));
  const math = equations.map((each) => `<math display="block">${each}</math>`).join('');
  return (
    `<p>${idea}</p>` +
    `<div class="equation" tabindex="0" role="group" aria-label="Equation">${math}</div>` +
    `<p class="small">${letters}</p>` +
    `<p><b>Take it</b> ${when}</p>` +
    `<p class="small">${links.join('; ')}.</p>`
  );
}
