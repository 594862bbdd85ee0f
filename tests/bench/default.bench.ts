// Data for the default solver: every solver on arms, chains, trees, a body and closed loops, tracking and
// jumping.
import { Quaternion } from 'three';
import {
  init,
  Model,
  Problem,
  solverNames,
  type GoalDescription,
  type Mode,
  type ModelDescription,
  type SolverName,
} from 'limber';
import { Character } from 'limber/character';
import { articleArm, ballChain, fourEffectorTree, robots, twoEffectorTree } from 'limber/robots';
import { makeBody } from '../web/gltf/skeletons.ts';
import { fourBar, hexapod } from './assembly-cases.ts';
import { Random } from './random.ts';
import { readRobots } from './robots-csv.ts';
import type { Context, Row } from './run.ts';
import { mean, quantile } from './statistics.ts';
import type { Line } from './table.ts';

export const name = 'default';

const defaultCount = 100;
/** Frames of a path, and the motion of a joint along it in radians (slides: fractions of the size). */
const frames = 30;
const bend = 0.5;
/** Milliseconds per solver and cell of the table; slow solvers get fewer targets. */
const limitMs = 1500;

export const note = `Reached: status converged with default options. follow: ${frames} frames along paths on which every frame can be
reached, each joint up to ${bend} rad, in track; jump: from the reset posture to a pose drawn evenly inside the limits. µs per
solve, the mean, in WebAssembly. Step: the most that a joint turned between two frames, over what the path itself asks
for; the 99th percentile.`;

interface Subject {
  readonly group: string;
  readonly model: Model;
  readonly goals: readonly GoalDescription[];
  /** Default: all 1. */
  readonly jointWeights?: Float64Array;
}

function problemOf({ model, goals, jointWeights }: Subject): Problem {
  const problem = new Problem(model);
  for (const goal of goals) problem.addGoal(goal);
  if (jointWeights) problem.jointWeights.set(jointWeights);
  return problem;
}

const positions = (...links: string[]): GoalDescription[] =>
  links.map((link) => ({ type: 'position', link }));

const tipsOf = ({ links }: ModelDescription): string[] =>
  links.map(({ name }) => name).filter((name) => !links.some(({ parent }) => parent === name));

function body(): Subject {
  const character = new Character(makeBody().scene);
  for (const role of ['leftHand', 'rightHand', 'leftFoot', 'rightFoot']) character.addEffector(role);
  const { model, problem } = character;
  return {
    group: 'a body, hands and feet',
    model,
    goals: positions(...problem.goals.map(({ link }) => link)),
  };
}

function subjects({ robots: file }: Context): Subject[] {
  const arms = file ? readRobots(file) : Object.values<ModelDescription>(robots);
  const made = (
    group: string,
    description: ModelDescription,
    goals: readonly GoalDescription[],
  ): Subject => ({ group, model: Model.from(description), goals });
  return [
    ...arms.map((arm) => made('arms, pose', arm, [{ type: 'pose', link: arm.links.at(-1)!.name }])),
    made("the article's arm, position", articleArm, positions('effector')),
    ...[10, 100].map((count) => made(`${count} balls, position`, ballChain(count), positions('effector'))),
    ...[twoEffectorTree, fourEffectorTree].map((tree) =>
      made('trees, positions', tree, positions(...tipsOf(tree))),
    ),
    body(),
    ...[fourBar(1), hexapod(1)].map(({ description, goals }) => made('closed loops', description, goals)),
  ];
}

/** Draws poses of a problem, and targets from tool poses. */
class Poses {
  readonly problem: Problem;
  readonly #random = new Random(1);

  constructor(subject: Subject) {
    this.problem = problemOf(subject);
  }

  /** `from` with each joint moved by up to `most`; null if loops do not close there. */
  near(from: Float64Array, most: number): Float64Array | null {
    const { model, state, jointWeights } = this.problem;
    state.q.set(from);
    for (const { isBall, mimics, qIndex, vIndex, w, limits } of model.links.flatMap(
      ({ motions }) => motions,
    )) {
      if (mimics || jointWeights[vIndex] === 0) continue;
      const draw = (): number => this.#random.between(-most, most);
      if (isBall) {
        const turn = new Quaternion(draw() / 2, draw() / 2, draw() / 2, 1).normalize();
        new Quaternion().fromArray(state.q, qIndex).multiply(turn).toArray(state.q, qIndex);
        continue;
      }
      const unit = w.some((each) => each !== 0) ? 1 : model.size;
      const [min, max] = limits;
      // Uniform in the whole range if that is finite and `most` covers it.
      const isAll = most >= Math.PI && Number.isFinite(max - min) && max - min < 4 * Math.PI;
      state.q[qIndex] = isAll ? this.#random.between(min, max) : state.q[qIndex]! + unit * draw();
    }
    return this.#close() ? state.q.slice() : null;
  }

  /** Targets of all goals for joint values `q`; null if loops do not close there. */
  targetsAt(q: ArrayLike<number>): number[][] | null {
    const { state, goals } = this.problem;
    state.q.set(q);
    if (!this.#close()) return null;
    return this.goalsHere(goals.length);
  }

  goalsHere(count: number): number[][] {
    const { state, model, goals } = this.problem;
    return Array.from({ length: count }, (_, i) => {
      const { link, type, target } = goals[i]!;
      const at = 7 * model.findLink(link);
      if (type === 'joint') return [state.q[model.links[model.findLink(link)]!.qIndex]!];
      return Array.from(state.poses.subarray(at, at + target.length));
    });
  }

  #close(): boolean {
    const { problem } = this;
    problem.state.projectOntoLimits();
    if (problem.loops.length === 0) return true;
    for (const goal of problem.goals) goal.weight = 0;
    const { status } = problem.solve({ solver: 'lm' });
    for (const goal of problem.goals) goal.weight = 1;
    return status === 'converged';
  }
}

interface Trials {
  readonly start: Float64Array;
  readonly jumps: readonly number[][][];
  readonly paths: readonly { readonly start: Float64Array; readonly targets: readonly number[][][] }[];
  /** Largest joint motion between two frames of a path. */
  readonly step: number;
}

function between(model: Model, from: Float64Array, to: Float64Array, part: number): Float64Array {
  const q = from.map((each, i) => each + part * (to[i]! - each));
  for (const { isBall, qIndex } of model.links.flatMap(({ motions }) => motions))
    if (isBall) new Quaternion().fromArray(q, qIndex).normalize().toArray(q, qIndex);
  return q;
}

function trialsOf(subject: Subject, count: number): Trials {
  const poses = new Poses(subject);
  const { problem } = poses;
  const { model } = problem;
  problem.state.reset();
  const start = poses.near(problem.state.q.slice(), 0) ?? problem.state.q.slice();
  const jumps: number[][][] = [];
  const paths: { start: Float64Array; targets: number[][][] }[] = [];
  for (let tries = 0; jumps.length < count && tries < 20 * count; ++tries) {
    const q = poses.near(start, Math.PI);
    if (!q) continue;
    jumps.push(poses.goalsHere(problem.goals.length));
    if (paths.length >= count / 5) continue;
    const end = poses.near(q, bend);
    if (!end) continue;
    const targets = Array.from({ length: frames }, (_, i) =>
      poses.targetsAt(between(model, q, end, (i + 1) / frames)),
    );
    if (targets.every((each) => each !== null)) paths.push({ start: q, targets });
  }
  problem.dispose();
  return { start, jumps, paths, step: bend / frames };
}

interface Cell {
  readonly reached: boolean[];
  readonly timesUs: number[];
  /** Radians from frame to frame. */
  readonly steps: number[];
}

function turned(model: Model, a: Float64Array, b: Float64Array): number {
  let most = 0;
  for (const { isBall, qIndex, w } of model.links.flatMap(({ motions }) => motions)) {
    if (isBall) {
      const angle = new Quaternion().fromArray(a, qIndex).angleTo(new Quaternion().fromArray(b, qIndex));
      most = Math.max(most, angle);
    } else if (w.some((each) => each !== 0)) most = Math.max(most, Math.abs(a[qIndex]! - b[qIndex]!));
  }
  return most;
}

function solveOnce(
  problem: Problem,
  solver: SolverName,
  mode: Mode,
  targets: readonly number[][],
  cell: Cell,
) {
  problem.goals.forEach(({ target }, i) => target.set(targets[i]!));
  const began = performance.now();
  const { status } = problem.solve({ solver, mode });
  cell.timesUs.push(1000 * (performance.now() - began));
  cell.reached.push(status === 'converged');
}

const empty = (): Cell => ({ reached: [], timesUs: [], steps: [] });

function follow(subject: Subject, { paths }: Trials, solver: SolverName, cell: Cell): void {
  using problem = problemOf(subject);
  const began = performance.now();
  for (const { start, targets } of paths) {
    if (performance.now() - began > limitMs) break;
    problem.state.q.set(start);
    problem.state.update();
    for (const each of targets) {
      const before = problem.state.q.slice();
      solveOnce(problem, solver, 'track', each, cell);
      cell.steps.push(turned(subject.model, before, problem.state.q));
    }
  }
}

function jump(subject: Subject, { start, jumps }: Trials, solver: SolverName, mode: Mode, cell: Cell): void {
  using problem = problemOf(subject);
  const began = performance.now();
  for (const targets of jumps) {
    if (performance.now() - began > limitMs) break;
    problem.state.q.set(start);
    problem.state.update();
    solveOnce(problem, solver, mode, targets, cell);
  }
}

export async function run(context: Context): Promise<Row[]> {
  await init();
  const all = subjects(context);
  const trials = all.map((each) => trialsOf(each, context.targets ?? defaultCount));
  const rows: Row[] = [];
  for (const group of new Set(all.map((each) => each.group))) {
    for (const solver of solverNames()) {
      const cells = { follow: empty(), jump: empty(), find: empty() };
      let isAble = true;
      let isDefault = true;
      all.forEach((subject, i) => {
        if (subject.group !== group) return;
        using probe = problemOf(subject);
        isAble &&= probe.supports(solver) === true;
        if (!isAble) return;
        isDefault &&= probe.defaultSolver === solver;
        follow(subject, trials[i]!, solver, cells.follow);
        jump(subject, trials[i]!, solver, 'track', cells.jump);
        jump(subject, trials[i]!, solver, 'find', cells.find);
      });
      if (!isAble) continue;
      const row: Row = { bench: name, case: group, solver, build: 'wasm', isDefault };
      for (const [what, { reached, timesUs, steps }] of Object.entries(cells)) {
        row[`${what}Solved`] = reached.filter(Boolean).length / reached.length;
        row[`${what}Us`] = mean(timesUs);
        row[`${what}N`] = reached.length;
        if (steps.length > 0) row[`${what}Step`] = quantile(steps, 0.99) / (bend / frames);
      }
      rows.push(row);
    }
  }
  return rows;
}

export function table(rows: readonly Row[]): Line[] {
  const percent = (value: unknown): number => Number((100 * Number(value)).toFixed(1));
  const us = (value: unknown): number => Math.round(Number(value));
  return rows.map((row) => ({
    case: row.case,
    solver: row.solver + (row.isDefault ? ' *' : ''),
    'follow %': percent(row.followSolved),
    µs: us(row.followUs),
    step: Number(Number(row.followStep).toFixed(1)),
    'jump %': percent(row.jumpSolved),
    'µs ': us(row.jumpUs),
    'find %': percent(row.findSolved),
    'µs  ': us(row.findUs),
  }));
}
