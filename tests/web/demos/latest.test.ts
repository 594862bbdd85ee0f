/** Questions that overlap: the one asked last is answered. */
import { expect, it } from 'vitest';
import { Latest } from '../../../demos/shell/latest.ts';

/** Asks, and returns how to answer; what became of it goes to `log`. */
function asker() {
  const latest = new Latest();
  const log: string[] = [];
  const ask = (name: string) => {
    let [resolve, reject, signal] = [(_: string) => {}, (_: Error) => {}, new AbortController().signal];
    const ask = (now: AbortSignal) => {
      signal = now;
      return new Promise<string>((...both) => ([resolve, reject] = both));
    };
    const done = latest.take(ask, {
      show(answer) {
        log.push(answer);
        if (answer === 'bad') throw new Error('cannot be shown');
      },
      refuse: (error) => log.push(`${name} refused: ${(error as Error).message}`),
      drop: (answer) => log.push(`dropped ${answer}`),
    });
    return { done, reject, resolve, signal };
  };
  return { ask, latest, log };
}

it('a superseded answer is dropped, and a superseded refusal is not said', async () => {
  const { ask, log } = asker();
  const [first, second, third] = [ask('first'), ask('second'), ask('third')];
  expect([first, second, third].map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
  second.reject(new Error('too late'));
  third.resolve('the third');
  await Promise.all([second.done, third.done]);
  first.resolve('the first');
  await first.done;
  expect(log).toEqual(['the third', 'dropped the first']);
});

it('the last one is refused with its reason, also for an answer that cannot be shown', async () => {
  const { ask, log } = asker();
  const last = ask('last');
  last.reject(new Error('no such file'));
  await last.done;
  const odd = ask('odd');
  odd.resolve('bad');
  await odd.done;
  expect(log).toEqual(['last refused: no such file', 'bad', 'odd refused: cannot be shown']);
});

it('nothing is shown once it is forgotten', async () => {
  const { ask, latest, log } = asker();
  const only = ask('only');
  latest.forget();
  only.resolve('an answer');
  await only.done;
  expect(log).toEqual(['dropped an answer']);
});
