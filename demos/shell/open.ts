import { doingOf } from '../../web/src/three/doing.ts';
import { make } from './dom.ts';
import { firstDrawn } from './first-drawn.ts';

/** Starts everything that moves on a page, once the core is loaded; a page that is one value is an exhibition. */
export type StartPage = (main: HTMLElement, run: HTMLElement) => object;

declare global {
  interface HTMLElement {
    /** Set on `main`, for tests: the page's demo. */
    limberDemo?: object;
  }
}

/** Starts a demo page, whose code loads after its text; errors are shown on the page. */
export async function open(load: () => Promise<{ start: StartPage } | { page: object }>): Promise<void> {
  const main = document.querySelector('main')!;
  const run = main.querySelector<HTMLElement>('.run')!;
  const doing = doingOf(run);
  const endLoading = doing.begin('loading');
  try {
    const [module, { init }] = await Promise.all([load(), import('limber')]);
    const exhibition = 'start' in module ? null : await import('./exhibition.ts');
    await init();
    main.limberDemo = 'start' in module ? module.start(main, run) : exhibition!.show(module.page, run);
    endLoading();
    void firstDrawn(run.querySelector<HTMLElement>('.stage'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const text = `The demo could not be loaded (${reason}).`;
    main.querySelector('.hero')!.append(make('p', { className: 'note', role: 'status' }, text));
    doing.fail();
    void firstDrawn(null);
  }
}
