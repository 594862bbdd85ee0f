/** A four-bar linkage: its loop closed and opened, the gap, and what the pin leaves free. */
import type { PoseAxis } from 'limber';
import { button, fill, make, write } from '../../demos/shell/dom.ts';
import { length, minus } from '../../demos/shell/plane.ts';
import { addSvg, put, writeLine } from './board.ts';
import { row } from './parts.ts';
import { centimetres } from './plane-arm.ts';
import { Sketch, type Place } from './sketch.ts';

const hinge = { type: 'revolute' } as const;
const ends: Readonly<Record<'crank' | 'coupler' | 'rocker', Place>> = {
  crank: [0.3, 0, 0],
  coupler: [0.9, 0, 0],
  rocker: [0.7, 0, 0],
};

const pins: Readonly<Record<string, { free: readonly PoseAxis[]; title: string; words: string }>> = {
  hinge: { free: ['rz'], title: 'Hinge', words: 'It leaves a turn about Z' },
  slot: {
    free: ['x', 'rz'],
    title: 'Pin in a slot',
    words: 'It leaves a way along the slot and a turn about Z',
  },
};

export function loops(host: HTMLElement) {
  const sketch = new Sketch(host, {
    model: {
      links: [
        { name: 'crank', joint: hinge },
        { name: 'coupler', parent: 'crank', origin: { position: ends.crank }, joint: hinge },
        { name: 'rocker', origin: { position: [0.8, 0, 0] }, joint: hinge },
      ],
      loops: [
        {
          name: 'pin',
          a: { link: 'coupler', position: ends.coupler },
          b: { link: 'rocker', position: ends.rocker },
          free: 'revolute',
        },
      ],
    },
    q: [0.5, 0.8, 1.9],
    ends: [
      ['coupler', ends.coupler],
      ['rocker', ends.rocker],
    ],
    box: [-0.5, -0.42, 2.05, 1.5],
    label: 'A four-bar linkage: crank, coupler and rocker, and the pin that closes it',
    draw,
  });
  const { problem, board } = sketch;
  const pin = problem.loops[0]!;
  writeLine(addSvg(board.under, 'polyline', 'faint plain'), [sketch.seen([0, 0]), sketch.seen([0.8, 0])]);
  const slot = addSvg(board.under, 'polyline', 'slot');
  const gap = addSvg(board.over, 'polyline', 'line stop');
  const disc = addSvg(board.over, 'circle', 'dot aim', { r: 0.02 });

  // One goal per link; that of the link in the hand counts.
  const names = ['crank', 'coupler', 'rocker'] as const;
  const goals = names.map((link) => problem.addGoal({ type: 'joint', link, weight: 0 }));
  names.forEach((link, i) =>
    sketch.addGrip(link, ends[link], `End of the ${link}`, (to) => {
      goals[i]!.target[0] = to;
      goals.forEach((each, k) => (each.weight = k === i ? 1 : 0));
      problem.solve();
    }),
  );

  const toggle = button('', 'open', () =>
    change(() => {
      pin.closed = !pin.closed;
      // Lets go of the rocker, so that the opening is seen.
      if (!pin.closed) sketch.turn('rocker', sketch.q[2]! - 0.4);
    }),
  );
  const kind = make('select', { name: 'pin' });
  fill(kind, Object.entries(pins).map(([name, { title }]) => [name, title] as const)); // prettier-ignore
  let named = 'hinge';
  kind.addEventListener('change', () => {
    named = kind.value;
    change(() => pin.route({ free: pins[named]!.free }));
  });
  host.append(row(toggle, make('label', {}, 'Pin ', kind)));
  let mobility = 0;

  function change(by: () => void): void {
    by();
    for (const each of goals) each.weight = 0;
    problem.solve({ mode: 'find' });
    mobility = problem.mobility().mobility;
    sketch.show();
  }

  function draw(): string {
    const [a, b] = [sketch.at('coupler', ends.coupler), sketch.at('rocker', ends.rocker)];
    writeLine(gap, [a, b]);
    put(disc, b);
    writeLine(slot, named === 'slot' ? [0.5, 1].map((x) => sketch.at('rocker', [x, 0, 0])) : []);
    write(toggle, pin.closed ? 'Open' : 'Close');
    const moves = `Mobility: ${mobility}.`;
    if (!pin.closed) return `Open: the ends are ${centimetres(length(minus(a, b)))} apart (red). ${moves}`;
    return `Closed: the gap is ${pin.distance < 1e-9 ? 'below a nanometre' : centimetres(pin.distance)}. ${pins[named]!.words}. ${moves}`;
  }

  change(() => {});
  return { sketch, pin, dispose: () => sketch.dispose() };
}
