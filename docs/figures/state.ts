/** The numbers of a state beside the links that they belong to; those that change are marked. */
import { make, write } from '../../demos/shell/dom.ts';
import { addSvg } from './board.ts';
import { signed } from './parts.ts';
import { Sketch, type Place } from './sketch.ts';

const names = ['arm', 'slide', 'ball'] as const;
const ends: readonly Place[] = [[0.35, 0, 0], [0.15, 0, 0], [0.25, 0, 0]]; // prettier-ignore
/** Metres that the slide goes. */
const longest = 0.3;
const number = (value: number): string => signed((Math.abs(value) < 5e-3 ? 0 : value).toFixed(2));

/** A row of numbers; `show` marks those that differ from what they were at `keep`. */
function cells(title: string, count: number) {
  const each = Array.from({ length: count }, () => make('td'));
  const element = make('tr', {}, make('th', { scope: 'row' }, title), ...each);
  let before: readonly number[] = [];
  let now: readonly number[] = [];
  return {
    element,
    changed: () => each.some((cell) => cell.classList.contains('changed')),
    show(values: readonly number[]): void {
      now = values;
      now.forEach((value, i) => {
        each[i]!.classList.toggle('changed', Math.abs(value - (before[i] ?? value)) > 1e-9);
        write(each[i]!, number(value));
      });
    },
    keep: () => void (before = now),
  };
}

export function state(host: HTMLElement) {
  const sketch = new Sketch(host, {
    model: {
      links: [
        { name: 'arm', joint: { type: 'revolute' } },
        {
          name: 'slide',
          parent: 'arm',
          origin: { position: ends[0]! },
          joint: { type: 'prismatic', axis: [1, 0, 0], limits: [0, longest] },
        },
        { name: 'ball', parent: 'slide', origin: { position: ends[1]! }, joint: { type: 'ball' } },
      ],
    },
    q: [0.5, 0.1, 0, 0, Math.sin(-0.35), Math.cos(-0.35)],
    ends: [['ball', ends[2]!]],
    box: [-0.3, -0.4, 1.5, 1.05],
    label: 'An arm: a hinge, a slide and a ball',
    draw,
  });
  const { problem, board } = sketch;
  const { model } = problem;
  const arrows = names.map(() => addSvg(board.over, 'polygon', 'arrow axis-x'));
  const texts = names.map((name) => sketch.addText(name, 'word name'));
  const tables = names.map((name) => {
    const { nq } = model.links[model.findLink(name)]!;
    return [cells('q', nq), cells('position', 3), cells('quaternion', 4), cells('x axis', 3)] as const;
  });
  host.append(
    make('div', { className: 'numbers' }, ...names.map((name, i) =>
      make('table', {}, make('caption', {}, name), make('tbody', {}, ...tables[i]!.map(({ element }) => element))))), // prettier-ignore
  );

  /** What is held; changes are counted from when it was taken. */
  let held = '';
  const hold = (name: string): void => {
    if (name !== held) for (const each of tables.flat()) each.keep();
    held = name;
  };
  sketch.addGrip('arm', ends[0]!, 'Arm', (to) => {
    hold('arm');
    sketch.turn('arm', to);
  });
  sketch.addHandle('grip', 'Slide', () => sketch.at('slide', ends[1]), ([x, y]) => {
    hold('slide');
    // The way along the arm's x.
    const angle = sketch.q[0]!;
    const along = x * Math.cos(angle) + y * Math.sin(angle) - ends[0]![0] - ends[1]![0];
    sketch.turn('slide', Math.min(longest, Math.max(0, along)));
  }); // prettier-ignore
  sketch.addHandle('grip', 'Ball', () => sketch.at('ball', ends[2]), (place) => {
    hold('ball');
    const [z, w] = sketch.q.slice(-2);
    const half = Math.atan2(z!, w!) + sketch.turnTo('ball', ends[2]!, place) / 2;
    problem.setJoints({ ball: [0, 0, Math.sin(half), Math.cos(half)] });
  }); // prettier-ignore

  function draw(): string {
    const { q, poses } = problem.state;
    names.forEach((name, i) => {
      const { qIndex, nq, index } = model.links[model.findLink(name)]!;
      const pose = [...poses.slice(7 * index, 7 * index + 7)];
      const [z, w] = pose.slice(5);
      const xAxis = [1 - 2 * z! * z!, 2 * z! * w!, 0];
      const rows = [[...q.slice(qIndex, qIndex + nq)], pose.slice(0, 3), pose.slice(3), xAxis];
      rows.forEach((values, k) => tables[i]![k]!.show(values));
      sketch.drawArrow(arrows[i]!, name, [0, 0, 0], [0.13, 0, 0]);
      const [x, y] = sketch.at(name);
      texts[i]!([x - 0.06, y + (name === 'slide' ? 0.07 : -0.11)]);
    });
    const changed = names.filter((_, i) => tables[i]![0].changed()).join(', ');
    return `q has ${model.nq} numbers for ${model.nv} degrees of freedom. ${changed ? `Only the joint “${changed}” has changed in q; marked is every number that follows.` : 'Drag a ring: the numbers that change are marked.'}`;
  }

  sketch.show();
  return { sketch, host, dispose: () => sketch.dispose() };
}
