import { Exhibition, type Page } from '../shell/exhibition.ts';
import type { StartPage } from '../shell/open.ts';
import { boxAt } from './arms.ts';
import { Drawing } from './drawing.ts';
import { speedAt } from './plan.ts';
import { beginning, jobOf, next, schema, type Schema } from './scenes.ts';
import { heldIn, percent, wordsOf } from './words.ts';

function pageOf(): Page<Schema> {
  let drawing: Drawing;
  return {
    title: 'A line',
    picks: schema,
    key: ({ scene }) => scene,
    next,
    beginning,
    exhibit(picks) {
      const { box } = jobOf(picks);
      return { arm: picks.arm, title: picks.arm.title, tips: [], obstacles: box && [boxAt(box)] };
    },
    panels: [(shown) => (drawing = new Drawing(shown)).panel()],
    scenery(_, startsOver) {
      if (startsOver) drawing.begin();
      return drawing;
    },
    facts: { part: 'reached', duration: 'takes', pen: 'speed of the pen', held: 'nearest bound', words: '' },
    tell({ bench }) {
      const { chart, frame, plan } = drawing;
      const motion = plan?.motion;
      const words = plan ? wordsOf(plan) : 'It looks for a way …';
      if (plan) bench.view.announce(words);
      return {
        part: plan ? percent(plan.part) : '–',
        duration: motion ? `${chart.duration.toFixed(2)} s` : '–',
        pen: motion ? `${speedAt(motion, frame).toFixed(2)} m/s` : '–',
        held: motion ? heldIn(motion.held[frame]!) : '–',
        words,
      };
    },
  };
}

export const start: StartPage = (_, run) => new Exhibition(run, pageOf());
