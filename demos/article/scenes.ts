/** The views of the article: `<figure class="live" data-scene="aim">` shows `aim`. */
import { articleArm } from 'limber/presets';
import type { Scene } from './scene.ts';

const camera = { position: [44, 80, 126], target: [4, 32, 0] } as const;

/** The arm with a limit at joint 1, half a turn either way, to get stuck at. */
const stopped = {
  ...articleArm,
  links: articleArm.links.map((link) =>
    link.name === 'joint 1'
      ? { ...link, joint: { ...link.joint!, limits: [-Math.PI, Math.PI] as const } }
      : link,
  ),
};

export const scenes: Readonly<Record<string, Scene>> = {
  whole: {
    title: 'The whole arm: aim, hinges and limits',
    goal: [33, 58, 26],
    camera: { position: [38, 74, 116], target: [10, 39, 0] },
    hint: true,
    on: ['hinges', 'limits'],
    controls: ['hinges', 'limits', 'sweeps', 'reset'],
  },
  aim: {
    title: 'The arm with balls for joints',
    goal: [30, 40, 26],
    camera,
    on: [],
    controls: ['sweeps', 'axes', 'reset'],
  },
  hinge: {
    title: 'The arm with hinges',
    goal: [34, 40, 30],
    camera,
    on: ['hinges', 'axes'],
    controls: ['hinges', 'sweeps', 'axes', 'reset'],
  },
  clamp: {
    title: 'The arm with hinges and limits',
    goal: [-20, 14, 36],
    camera: { position: [40, 78, 128], target: [-6, 28, 0] },
    on: ['hinges', 'limits', 'arcs'],
    controls: ['hinges', 'limits', 'sweeps', 'arcs', 'reset'],
  },
  direction: {
    title: 'The arm comes to a point from a chosen side',
    goal: [34, 34, 30],
    camera,
    direction: [0, -1, 0],
    on: ['hinges', 'limits', 'direction'],
    controls: ['direction', 'limits', 'annealing', 'sweeps', 'reset'],
  },
  escape: {
    title: 'The arm is stuck, and jumps out',
    description: stopped,
    goal: [43.1, 38.1, 24.5],
    camera,
    // From here the sweeps turn joint 1 to its limit, with the goal beyond it: the only way there is all the
    // way back.
    start: [0, 2.88, -0.5, -1.13, -2.06, 0.53],
    on: ['hinges', 'limits', 'arcs'],
    controls: ['escape', 'reset', 'annealing', 'arcs', 'sweeps'],
  },
  rotation: {
    title: 'The rotation from one direction to another',
    controls: ['turn', 'opposite', 'reset'],
    readout: ['angle', 'w', 'x  y  z'],
  },
};
