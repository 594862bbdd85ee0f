/** The contest's own files, folded, and loaded when unfolded. */
import { make, write } from '../shell/dom.ts';

const files: readonly (readonly [title: string, load: () => Promise<{ readonly default: string }>])[] = [
  ['Limber, the clock and the judge', () => import('./contest.ts?raw')],
  ['CCDIKSolver', () => import('../../tests/bench/three-ccd.ts?raw')],
  ['closed-chain-ik', () => import('../../tests/bench/closed-chain.ts?raw')],
];

export function listSources(host: HTMLElement): void {
  for (const [title, load] of files) {
    const code = make('pre', { className: 'code', tabIndex: 0 });
    const fold = make('details', {}, make('summary', {}, title), code);
    const show = () => void load().then(({ default: text }) => write(code, text));
    fold.addEventListener('toggle', show, { once: true });
    host.append(fold);
  }
}
