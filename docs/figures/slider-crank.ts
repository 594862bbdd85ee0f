/** A crank, a rod and a piston: a loop closes the tree, either end moves the other, and pieces are joined. */
import { button } from '../../demos/shell/dom.ts';
import { length, minus } from '../../demos/shell/plane.ts';
import { degrees } from '../../demos/shell/units.ts';
import { addLine, addSvg, writeLine } from './board.ts';
import { row, signed } from './parts.ts';
import { centimetres } from './plane-arm.ts';
import { Sketch, type Place } from './sketch.ts';

const hinge = { type: 'revolute' } as const;
const crankPin: Place = [0.2, 0, 0];
const rodEnd: Place = [0.5, 0, 0];

export function sliderCrank(host: HTMLElement) {
  const sketch = new Sketch(host, {
    model: {
      links: [
        { name: 'crank', joint: hinge },
        { name: 'rod', parent: 'crank', origin: { position: crankPin }, joint: hinge },
        { name: 'piston', joint: { type: 'prismatic', axis: [1, 0, 0] } },
      ],
      loops: [
        {
          name: 'gudgeon pin',
          a: { link: 'rod', position: rodEnd },
          b: { link: 'piston' },
          free: 'revolute',
        },
      ],
    },
    q: [0.5, -0.7, 0.65],
    ends: [['rod', rodEnd]],
    scale: 1.8,
    box: [-0.95, -0.5, 2.45, 1.55],
    label: 'A crank, a rod, and a piston on a rail',
    draw,
  });
  const { problem, board } = sketch;
  const pin = problem.loops[0]!;
  addLine(board.under, 'polyline', 'faint plain', [[-0.9, 0], [1.45, 0]]); // prettier-ignore
  const piston = addSvg(board.under, 'polyline', 'piston');
  const gap = addSvg(board.over, 'polyline', 'line stop');
  const crank = problem.addGoal({ type: 'joint', link: 'crank' });
  const push = problem.addGoal({ type: 'slide', link: 'piston', weight: 0 });
  const solve = (goal: typeof crank | typeof push, to: number): void => {
    for (const each of [crank, push]) each.weight = each === goal ? 1 : 0;
    goal.target[0] = to;
    problem.solve({ angleTolerance: 1e-6 });
  };
  sketch.addGrip('crank', crankPin, 'Crank', (to) => solve(crank, to));
  sketch.addHandle('grip', 'Piston', () => sketch.at('piston'), ([x]) => solve(push, x / sketch.scale)); // prettier-ignore
  const buttons: readonly (readonly [text: string, name: string, run: () => void])[] = [
    ['In pieces', 'pieces', () => sketch.take([0, 2, 0])],
    [
      'Join by maximal',
      'join',
      () => {
        for (const each of [crank, push]) each.weight = 0;
        problem.solve({ solver: 'maximal', mode: 'find' });
      },
    ],
  ];
  host.append(row(...buttons.map(([text, name, run]) => button(text, name, () => (run(), sketch.show())))));

  function draw(): string {
    const [a, b] = [sketch.at('rod', rodEnd), sketch.at('piston')];
    writeLine(
      piston,
      [-0.1, 0.1].map((x) => [b[0] + x, b[1]] as const),
    );
    writeLine(gap, [a, b]);
    const [turn, , way] = sketch.q;
    const apart = length(minus(a, b)) / sketch.scale;
    const isOpen = apart > 1e-6;
    const is = isOpen ? `In pieces: the gap is ${centimetres(apart)} (red)` : 'Closed';
    // From here a push has no lever.
    const dead =
      !isOpen && Math.abs(Math.sin(turn!)) < 0.02 ? ' Dead centre: from here only the crank moves it.' : '';
    return signed(`${is}. The crank is at ${degrees(turn!)}, the piston at ${centimetres(way!)}.${dead}`);
  }

  solve(crank, 0.8);
  sketch.show();
  return { sketch, pin, dispose: () => sketch.dispose() };
}
