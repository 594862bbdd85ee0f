/** The scene `landscape` of `<limber-arm>`: an arm of two hinges and its error as one object. Loaded with the first. */
import type { Prepare } from '../../../bench/bench.ts';
import { checkLandscape, LandscapeActor } from './actor.ts';

export const title = 'An arm of two hinges and the landscape of its error';

/** Prepares a landscape; `made` gets each that is shown. */
export const prepareLandscape =
  (made: (actor: LandscapeActor) => void): Prepare =>
  (view, _exhibit, settings, name, events) => {
    checkLandscape(settings);
    return (before) => {
      const actor = new LandscapeActor(view, settings, before, name, events);
      made(actor);
      return actor;
    };
  };
