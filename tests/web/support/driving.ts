/** "Drive it" without a view. */
import { Model, Problem } from 'limber';
import type { GamepadLike } from 'limber/teleop';
import { Quaternion, Vector3 } from 'three';
import { afterEach, expect } from 'vitest';
import { Driver } from '../../../demos/drive/driver.ts';
import { Inputs } from '../../../demos/drive/inputs.ts';
import { type HandOf, ledIn, type Scene } from '../../../demos/drive/led.ts';
import { page } from '../../../demos/drive/page.ts';
import { arm } from '../../../demos/drive/scenes/arm.ts';
import { defaultsOf } from '../../../demos/shell/picks.ts';

export const usual = defaultsOf(page.picks);
export const dt = 1 / 60;
const open: Driver[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.dispose();
});

/** A scene of the page, seen from +Z, so that W leads along −Z. */
export function makeDriver(
  change: Partial<typeof usual> = {},
  { pad = () => null, scene = arm }: { pad?: () => GamepadLike | null; scene?: Scene } = {},
): Driver {
  const { description, q } = scene.exhibit.arm;
  const problem = new Problem(Model.from(description));
  problem.state.q.set(q);
  problem.state.update();
  const driver = new Driver(problem, scene, new Inputs(null, pad), () => new Quaternion());
  driver.tune({ ...usual, hand: ledIn(scene)[0]!, ...change });
  open.push(driver);
  return driver;
}

export const toolOf = ({ chosen }: Driver): Vector3 => chosen.tool(new Vector3());

/** Steps until nothing is due; refuses to run on. `each`: after every step. */
export function settle(driver: Driver, each?: () => void): void {
  for (let i = 0; driver.isBusy; i += 1) {
    driver.step(dt);
    each?.();
    expect(i).toBeLessThan(2000);
  }
}

/** The handle leads along one way after the other, until the tool has arrived. */
export function lead(driver: Driver, ...way: readonly Vector3[]): void {
  const { chosen } = driver;
  for (const place of way) {
    chosen.handle.copy(toolOf(driver));
    driver.take(true);
    chosen.handle.copy(place);
    settle(driver);
    expect(chosen.isHeld).toBe(false);
  }
}

/** Expects the bounds of a hand's joints to be kept in every step that is checked. */
export function watchBounds(
  { problem }: Driver,
  { joints }: HandOf,
  { velocity, acceleration }: Pick<typeof usual, 'velocity' | 'acceleration'>,
) {
  const { links } = problem.model;
  const at = links.filter(({ name }) => name in joints).map(({ qIndex }) => qIndex);
  const read = (): number[] => at.map((i) => problem.state.q[i]!);
  let [q, v]: [number[], number[] | null] = [read(), null];
  return {
    fastest: 0,
    check(): void {
      const now = read();
      const speeds = now.map((each, i) => (each - q[i]!) / dt);
      speeds.forEach((each, i) => {
        expect(Math.abs(each)).toBeLessThan(velocity + 1e-9);
        if (v) expect(Math.abs(each - v[i]!)).toBeLessThan(acceleration * dt + 1e-4);
        this.fastest = Math.max(this.fastest, Math.abs(each));
      });
      [q, v] = [now, speeds];
    },
  };
}
