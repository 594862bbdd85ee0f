import type { Page } from '../shell/exhibition.ts';
import { capital } from '../shell/units.ts';
import { ledIn, type Scene } from './led.ts';
import { drive, sceneOf } from './panel.ts';
import { schema, type Schema } from './picks.ts';
import { DriveScene } from './scene.ts';
import { tiltWords } from './tilt.ts';
import { watching } from './watching.ts';

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
function inJoints(words: string, { hands }: Scene): string {
  for (const [link, joint] of hands.flatMap(({ joints }) => Object.entries(joints)))
    words = words.replaceAll(link, joint);
  return words;
}

export const page: Page<Schema> = {
  title: 'What a hand leads',
  picks: schema,
  key: ({ scene }) => scene,
  next: (picks, before) =>
    before && before.scene !== picks.scene ? { ...picks, hand: ledIn(picks.scene)[0]! } : picks,
  exhibit: ({ scene }) => ({ ...scene.exhibit, tips: [] }),
  panels: [drive, watching],
  scenery(shown) {
    const { bench, picks } = shown;
    const scene = new DriveScene(
      bench,
      picks.scene,
      () => shown.moved(),
      ({ led }) => led !== shown.picks.hand && shown.shell.pick({ hand: led }),
    );
    scene.driver.tune(picks);
    scene.halt();
    return scene;
  },
  facts: { state: 'the tool', speed: 'its speed', scene: 'the scene', words: '' },
  tell(shown) {
    const { driver } = sceneOf(shown);
    const { inputs, teleop, toolSpeed, props, isPlaying, scene } = driver;
    driver.told();
    const words =
      inputs.lost ||
      inJoints(teleop.warning || teleop.reason, scene) ||
      (driver.isStretched ? stretched : tiltWords());
    shown.bench.view.announce(props.words);
    return {
      state: isPlaying ? 'plays' : said[inputs.lost ? 'lost' : teleop.state],
      speed: `${(100 * toolSpeed).toFixed(0)} cm/s`,
      scene: props.words,
      words: words && `${capital(words)}.`,
    };
  },
};
