// Measures the linkages and prints rows as JSON. A separate program, because a process has one core, and the
// core of `limber` that other benchmarks load has no loops.
import { init } from 'limber';
import { Mechanism } from '../../demos/linkages/mechanism.ts';
import { linkages, type Linkage } from '../../demos/linkages/scenes/index.ts';
import { Vector3 } from 'three';
import type { Row } from './run.ts';
import { quantile } from './statistics.ts';

/** Frames of 1/60 s before and during the measurement. */
const warmUp = 120;
const frames = 600;
/** Metres around a handle's start. */
const radius = 0.2;

interface Times {
  readonly medianUs: number;
  readonly p99Us: number;
  readonly residual: number;
}

function timesOf(rig: Mechanism, before: (frame: number) => void): Times {
  const times: number[] = [];
  let residual = 0;
  for (let frame = -warmUp; frame < frames; frame += 1) {
    before(frame);
    const begun = performance.now();
    rig.step(1 / 60);
    const taken = performance.now() - begun;
    if (frame < 0) continue;
    times.push(1000 * taken);
    residual = Math.max(residual, rig.residual);
  }
  return { medianUs: quantile(times, 0.5), p99Us: quantile(times, 0.99), residual };
}

function played(linkage: Linkage): Times {
  const rig = new Mechanism(linkage);
  rig.play(true);
  const times = timesOf(rig, () => {});
  rig.dispose();
  return times;
}

function pulled(linkage: Linkage): Times {
  const rig = new Mechanism(linkage);
  const [handle] = linkage.handles;
  const start = rig.place(handle!);
  rig.take(handle!, start);
  const target = new Vector3();
  const times = timesOf(rig, (frame) => {
    const angle = (2 * Math.PI * frame) / 120;
    rig.pullTo(
      target
        .set(Math.cos(angle) - 1, Math.sin(angle), 0)
        .multiplyScalar(radius)
        .add(start),
    );
  });
  rig.dispose();
  return times;
}

function rowOf(linkage: Linkage): Row {
  const rig = new Mechanism(linkage);
  const { mobility, counted } = rig.problem.mobility();
  const shared = { bench: 'linkages', case: linkage.name, solver: rig.solver, build: 'wasm' };
  const [links, loops] = [rig.model.links.length, rig.problem.loops.length];
  rig.dispose();
  const [play, pull] = [played(linkage), pulled(linkage)];
  return {
    ...shared,
    links,
    loops,
    mobility,
    counted,
    playUs: play.medianUs,
    playP99Us: play.p99Us,
    pullUs: pull.medianUs,
    pullP99Us: pull.p99Us,
    residual: Math.max(play.residual, pull.residual),
  };
}

await init();
console.log(JSON.stringify(linkages.map(rowOf)));
