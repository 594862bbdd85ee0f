/** Frames of the world, of links, of a tool and of a target: which of them move when a joint does. */
import { button } from '../../demos/shell/dom.ts';
import { addSvg } from './board.ts';
import { row, signed } from './parts.ts';
import { Sketch, type Place } from './sketch.ts';

const hinge = { type: 'revolute' } as const;
const zero: Place = [0, 0, 0];
/** A pen of 12 cm, and a place on the tray. */
const pen: Place = [0.12, 0, 0];
const onTray: Place = [0.16, 0.14, 0];

/** Each with the link that carries it, and its origin there. */
const all: readonly (readonly [name: string, link: string, at: Place])[] = [
  ['world', 'floor', zero],
  ['upper arm', 'upper arm', zero],
  ['forearm', 'forearm', zero],
  ['hand', 'hand', zero],
  ['tool', 'hand', pen],
  ['tray', 'tray', zero],
  ['target', 'tray', onTray],
];

export function frames(host: HTMLElement) {
  const sketch = new Sketch(host, {
    model: {
      links: [
        { name: 'floor' },
        { name: 'upper arm', origin: { position: [0.3, 0.1, 0] }, joint: hinge },
        { name: 'forearm', parent: 'upper arm', origin: { position: [0.45, 0, 0] }, joint: hinge },
        { name: 'hand', parent: 'forearm', origin: { position: [0.38, 0, 0] }, joint: hinge },
        { name: 'tray', origin: { position: [0.95, 0.1, 0] }, joint: hinge },
      ],
    },
    q: [1.2, -0.9, -0.7, 0.35],
    ends: [
      ['hand', pen],
      ['tray', [0.32, 0, 0]],
    ],
    box: [-0.14, -0.3, 1.65, 1.2],
    label: 'Frames of an arm with a tool, and of a tray with a target, each an x axis and a y axis',
    draw,
  });
  const { problem, board } = sketch;
  const goal = problem.addGoal({
    type: 'position',
    link: 'hand',
    offset: { position: pen },
    targetLink: 'tray',
    target: onTray,
  });
  const drawn = all.map(([name]) => ({
    x: addSvg(board.over, 'polygon', 'arrow axis-x'),
    y: addSvg(board.over, 'polygon', 'arrow axis-y'),
    text: sketch.addText(name, 'word name'),
  }));
  // A tray that is turned by hand must not turn when the arm is solved for.
  problem.jointWeights[3] = 0;
  for (const [link, end, name] of [
    ['upper arm', [0.45, 0, 0], 'Elbow'],
    ['forearm', [0.38, 0, 0], 'Wrist'],
    ['hand', pen, 'Tool'],
    ['tray', [0.32, 0, 0], 'Tray'],
  ] as const)
    sketch.addGrip(link, end, name, (to) => observe(() => sketch.turn(link, to)));
  const solve = () => observe(() => problem.solve({ solver: 'lm' }));
  host.append(row(button('Solve: tool to the target', 'solve', () => (solve(), sketch.show()))));

  /** Names of the frames that moved. */
  let moved: readonly string[] = [];
  const places = () => all.map(([, link, at]) => [...problem.pose(link), ...sketch.at(link, at)]);
  function observe(change: () => void): void {
    const before = places();
    change();
    const after = places();
    moved = all
      .map(([name]) => name)
      .filter((_, i) => after[i]!.some((each, k) => Math.abs(each - before[i]![k]!) > 1e-9));
  }

  function draw(): string {
    all.forEach(([name, link, at], i) => {
      const { x, y, text } = drawn[i]!;
      for (const element of [x, y])
        element.classList.toggle('pale', moved.length > 0 && !moved.includes(name));
      sketch.drawArrow(x, link, at, [0.12, 0, 0]);
      sketch.drawArrow(y, link, at, [0, 0.12, 0]);
      const [left, low] = sketch.at(link, at);
      text(name === 'tool' ? [left + 0.06, low - 0.03] : [left - 0.08, low - 0.1]);
    });
    const [left, low] = sketch.at('tray', onTray).map((each) => each.toFixed(2));
    const target = `The target is (${onTray[0].toFixed(2)}, ${onTray[1].toFixed(2)}) in the tray’s frame, (${left}, ${low}) in the world’s; the tool is ${(100 * goal.distance).toFixed(1)} cm away.`;
    return signed(`${moved.length > 0 ? `Moved: ${moved.join(', ')}.` : 'Nothing has moved yet.'} ${target}`);
  }

  sketch.show();
  return { sketch, goal, moved: () => moved, dispose: () => sketch.dispose() };
}
