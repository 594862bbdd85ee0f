/** "Drive it": two arms with a box and a humanoid, played without a view. */
import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import type { Driver } from '../../../demos/drive/driver.ts';
import { box, first, mat } from '../../../demos/drive/scenes/box.ts';
import { humanoid } from '../../../demos/drive/scenes/humanoid.ts';
import { dt, lead, makeDriver, settle, toolOf } from '../support/driving.ts';
import '../support/silence.ts';

/** Makes another handle the chosen one. */
function choose(driver: Driver, name: string): void {
  driver.chosen = driver.guides.find(({ led }) => led.name === name)!;
}

const by = (driver: Driver, ...step: readonly number[]): Vector3 =>
  toolOf(driver).add(new Vector3().fromArray(step));

describe('two arms with a box', () => {
  const boxOf = ({ problem }: Driver): Vector3 => new Vector3(...problem.pose('box'));
  const apart = ({ hands }: Driver): number =>
    hands[0]!.tool(new Vector3()).distanceTo(hands[1]!.tool(new Vector3()));

  function gripped(change = {}): Driver {
    const driver = makeDriver(change, { scene: box });
    driver.grip(true);
    settle(driver);
    expect(driver.props.words).toBe('both arms hold the box');
    return driver;
  }

  it('press it by the grip, carry it to the mat and let go; the words say so', () => {
    const driver = gripped();
    lead(driver, by(driver, 0, 0.3, 0), by(driver, 0, 0.3, mat.at[2] - first[2]));
    expect(driver.props.words).toBe('both arms hold the box');
    expect(boxOf(driver).distanceTo(toolOf(driver))).toBeLessThan(0.01);
    expect(boxOf(driver).y).toBeGreaterThan(first[1] + 0.25);
    driver.grip(false);
    settle(driver);
    expect(driver.props.words).toBe('the box is on the mat');
    expect(boxOf(driver).y).toBeCloseTo(first[1], 6);
  });

  it('keep it by bounds that slow them', () => {
    const driver = gripped({ velocity: 0.25, acceleration: 2, jerk: 20 });
    const before = apart(driver);
    driver.take(false);
    driver.chosen.handle.copy(by(driver, 0.12, 0.2, 0.2));
    settle(driver, () => expect(Math.abs(apart(driver) - before)).toBeLessThan(0.02));
    expect(driver.props.words).toBe('both arms hold the box');
  });

  it('lose it when one lets go; a palm does not enter it', () => {
    const driver = gripped();
    lead(driver, by(driver, 0, 0.2, 0));
    choose(driver, 'left');
    lead(driver, by(driver, 0.1, 0, 0));
    expect(apart(driver)).toBeGreaterThan(0.25);
    expect(driver.props.words).toBe('both arms hold the box');
    lead(driver, by(driver, -0.1, 0, 0));
    expect(driver.props.words).toBe('the box is on the floor');
    expect(boxOf(driver).y).toBeCloseTo(first[1], 6);
  });
});

describe('a humanoid', () => {
  const velocity = 1;
  const makeHumanoid = (): Driver => makeDriver({ velocity }, { scene: humanoid });
  const legs = ({ problem }: Driver): number[] =>
    ['left_sole', 'right_sole', 'left_knee_link'].flatMap((name) => [...problem.pose(name)]);

  it.each([
    ['left', [0.1, 0.15, -0.05]],
    ['right', [0.1, 0.15, 0.05]],
    ['head', [-0.1, 0.15, -0.2]],
  ] as const)('%s goes where its handle does, within bounds; its feet stay', (name, step) => {
    const driver = makeHumanoid();
    const feet = legs(driver);
    choose(driver, name);
    const to = by(driver, ...step);
    let fastest = 0;
    driver.chosen.handle.copy(toolOf(driver));
    driver.take(true);
    driver.chosen.handle.copy(to);
    settle(driver, () => {
      fastest = Math.max(fastest, ...driver.speeds);
    });
    // The head's point stays as far from its eyes as it is.
    const from = new Vector3(...driver.problem.pose('head'));
    const [now, wanted] = [toolOf(driver).sub(from), to.sub(from)];
    if (name === 'head') expect(now.angleTo(wanted)).toBeLessThan(0.03);
    else expect(now.distanceTo(wanted)).toBeLessThan(2e-3);
    expect(fastest).toBeGreaterThan(0.2);
    expect(fastest).toBeLessThan(velocity + 1e-9);
    expect(legs(driver)).toEqual(feet);
  });

  it('looks at a hand that comes before its eyes, and says so', () => {
    const driver = makeHumanoid();
    expect(driver.props.words).toBe('looks ahead');
    choose(driver, 'head');
    const hand = new Vector3(...driver.problem.pose('left_hand'));
    lead(driver, hand, hand);
    expect(driver.props.words).toBe('looks at its left hand');
  });

  it('a hand beyond its reach stretches the arm, which rests', () => {
    const driver = makeHumanoid();
    choose(driver, 'left');
    driver.take(false);
    driver.chosen.handle.copy(by(driver, 1, 0.5, 0));
    settle(driver);
    expect(driver.isStretched).toBe(true);
    driver.told();
    for (let i = 0; i < 60; i += 1) driver.step(dt);
    expect(driver.toolSpeed).toBeLessThan(1e-3);
  });
});
