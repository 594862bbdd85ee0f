/** The contenders' own files, folded, and loaded when unfolded. */
import { make } from '../shell/dom.ts';

const files: readonly (readonly [title: string, load: () => Promise<{ readonly default: string }>])[] = [
  ['Limber, and who takes part', () => import('./contenders.ts?raw')],
  ['CCDIKSolver', () => import('../../tests/bench/three-ccd.ts?raw')],
  ['closed-chain-ik', () => import('../../tests/bench/closed-chain.ts?raw')],
  ['The clock and the judge', () => import('./contest.ts?raw')],
];

export function listSources(host: HTMLElement): void {
  for (const [title, load] of files) {
    const code = make('pre', { className: 'code', tabIndex: 0 });
    const fold = make('details', {}, make('summary', {}, title), code);
    fold.addEventListener(
      'toggle',
      () => {
        void load().then(({ default: text }) => (code.textContent = text));
      },
      { once: true },
    );
    host.append(fold);
  }
}
