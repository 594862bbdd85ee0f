import type { Page } from '../shell/exhibition.ts';
import { capital } from '../shell/units.ts';
import { description, start } from './arm.ts';
import { joints } from './driver.ts';
import { drive, sceneOf } from './panel.ts';
import { schema, type Schema } from './picks.ts';
import { DriveScene } from './scene.ts';

/** States in words. */
const said = {
  idle: 'at rest',
  following: 'follows',
  slow: 'is behind',
  held: 'hand leapt',
  lost: 'hand lost',
  blocked: 'blocked',
} as const;

const stretched = 'the arm is stretched, and the hand leads beyond its reach';

/** Names joints instead of the links that they move. */
const inJoints = (words: string): string =>
  words.replaceAll(/\w+_link/g, (link) => (joints as Readonly<Record<string, string>>)[link] ?? link);

export const page: Page<Schema> = {
  title: 'An SO-101 that is led',
  picks: schema,
  key: () => 'so101',
  exhibit: () => ({
    arm: { description, q: start, effectors: [], generate: 'never', gripper: false },
    title: 'SO-101',
    tips: [],
    camera: { position: [0.15, 0.38, 0.68], target: [0.18, 0.09, 0] },
  }),
  panels: [drive],
  scenery(shown) {
    const scene = new DriveScene(shown.bench, () => shown.moved());
    scene.driver.tune(shown.picks);
    scene.halt();
    return scene;
  },
  facts: { state: 'the tool', speed: 'its speed', block: 'blocks', words: '' },
  tell(shown) {
    const { driver } = sceneOf(shown);
    const { teleop, toolSpeed, blocks: them, isPlaying } = driver;
    driver.told();
    const words = inJoints(teleop.warning || teleop.reason) || (driver.isStretched ? stretched : '');
    shown.bench.view.announce(them.words);
    return {
      state: isPlaying ? 'plays' : said[teleop.state],
      speed: `${(100 * toolSpeed).toFixed(0)} cm/s`,
      block: them.words,
      words: words && `${capital(words)}.`,
    };
  },
};
