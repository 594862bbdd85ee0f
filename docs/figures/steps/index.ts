/** Figures of the solvers' pages, each a file that turns a pose and a goal into frames. */
import type { SolverName } from 'limber';
import { analytic } from './analytic.ts';
import { autodiff } from './autodiff.ts';
import { ccd } from './ccd.ts';
import { curl } from './curl.ts';
import { dls } from './dls.ts';
import { fabrik } from './fabrik.ts';
import type { Steps } from './frame.ts';
import { itasc } from './itasc.ts';
import { lm } from './lm.ts';
import { maximal } from './maximal.ts';
import { pseudoinverse } from './pseudoinverse.ts';
import { sdls } from './sdls.ts';
import { svd } from './svd.ts';
import { transpose } from './transpose.ts';

export const steps: Readonly<Record<SolverName, Steps>> = {
  analytic,
  autodiff,
  ccd,
  curl,
  dls,
  fabrik,
  itasc,
  lm,
  maximal,
  pseudoinverse,
  sdls,
  svd,
  transpose,
};
