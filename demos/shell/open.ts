import { make } from './dom.ts';

export type StartPage = (main: HTMLElement, run: HTMLElement) => void | Promise<void>;

/** Starts a demo page, whose code comes after its text; what goes wrong is said on the page. */
export async function open(load: () => Promise<{ start: StartPage }>): Promise<void> {
  const main = document.querySelector('main')!;
  try {
    const { start } = await load();
    await start(main, main.querySelector('.run')!);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const text = `The demo could not be loaded (${reason}).`;
    main.querySelector('.hero')!.append(make('p', { className: 'note' }, text));
  }
}
