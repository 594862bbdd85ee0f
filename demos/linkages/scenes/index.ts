/** The linkages, in the order of the page: one file and one line each. */
import { scene as bennett, misfitScene as bennettMisfit } from './bennett.ts';
import { scene as fourBar } from './four-bar.ts';
import { scene as jansen } from './jansen.ts';
import type { Linkage } from './linkage.ts';
import { scene as misfit } from './misfit.ts';
import { scene as peaucellier } from './peaucellier.ts';
import { scene as scissor } from './scissor.ts';
import { scene as stewart } from './stewart.ts';

/** The last two do not quite fit. */
export const linkages: readonly Linkage[] = [
  ...[jansen, fourBar, peaucellier, stewart, bennett, scissor],
  ...[misfit, bennettMisfit],
];

export type { JointMark, Linkage, LinkagePart, LinkPoint, Plate, Rod } from './linkage.ts';
