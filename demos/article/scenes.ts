/** The views of the article: `<figure class="live" data-scene="aim">` shows `aim`. */
import { scenes as arms, type ArticleScene } from '../../web/src/element/live/scenes.ts';
import type { ArmScene, Scene } from './scene.ts';

type Page = Pick<ArmScene, 'on' | 'controls' | 'hint'>;

/** What the page adds to a scene that an element can show too. */
const pages: Readonly<Record<keyof typeof arms, Page>> = {
  whole: { hint: true, on: ['hinges', 'limits'], controls: ['hinges', 'limits', 'sweeps', 'reset'] },
  aim: { on: [], controls: ['sweeps', 'axes', 'reset'] },
  hinge: { on: ['hinges', 'axes'], controls: ['hinges', 'sweeps', 'axes', 'reset'] },
  clamp: { on: ['hinges', 'limits', 'arcs'], controls: ['hinges', 'limits', 'sweeps', 'arcs', 'reset'] },
  direction: {
    on: ['hinges', 'limits', 'direction'],
    controls: ['direction', 'limits', 'annealing', 'sweeps', 'reset'],
  },
  escape: { on: ['hinges', 'limits', 'arcs'], controls: ['escape', 'reset', 'annealing', 'arcs', 'sweeps'] },
};

function withArm({ arm, camera, direction, title }: ArticleScene, page: Page): ArmScene {
  const { description, q, targets } = arm;
  return {
    title,
    camera,
    description,
    ...page,
    goal: targets,
    ...(direction && { direction }),
    ...(q && { start: q }),
  };
}

export const scenes: Readonly<Record<string, Scene>> = {
  ...Object.fromEntries(
    Object.entries(pages).map(([name, page]) => [name, withArm(arms[name as keyof typeof arms], page)]),
  ),
  rotation: {
    title: 'The rotation from one direction to another',
    controls: ['turn', 'opposite', 'reset'],
    readout: ['angle', 'w', 'x  y  z'],
  },
};
