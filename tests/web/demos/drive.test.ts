/** "Drive it", played without a view: what leads the arm, what it carries, and its bounds. */
import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import type { Driver } from '../../../demos/drive/driver.ts';
import { page } from '../../../demos/drive/page.ts';
import { blocks, edge, first, hand, mat } from '../../../demos/drive/scenes/arm.ts';
import { humanoid } from '../../../demos/drive/scenes/humanoid.ts';
import { readPicks } from '../../../demos/shell/picks.ts';
import { dt, lead, makeDriver, settle, toolOf, usual, watchBounds } from '../support/driving.ts';
import '../support/silence.ts';

const blockOf = ({ problem }: Driver, i = 0): Vector3 => new Vector3(...problem.pose(blocks[i]!));

const finger = { handedness: 'none', targetRayMode: 'screen' };

const above = ([x, , z]: readonly number[], height: number): Vector3 => new Vector3(x, height, z);

/** Takes a block and puts it down. */
function carry(driver: Driver, i: number, to: Vector3): void {
  lead(driver, above(first[i]!, 0.09), above(first[i]!, 0.016));
  driver.grip(true);
  settle(driver);
  expect(driver.props.words).toBe(`holds the ${blocks[i]}`);
  lead(driver, above(first[i]!, 0.09), above(to.toArray(), 0.09), to);
  expect(blockOf(driver, i).distanceTo(toolOf(driver))).toBeLessThan(1e-3);
  driver.grip(false);
  settle(driver);
}

describe('what leads', () => {
  it.each([
    ['KeyW', [0, 0, -1]],
    ['KeyD', [1, 0, 0]],
    ['KeyE', [0, 1, 0]],
  ] as const)('%s moves the tool along the view, and it rests when the key goes up', (code, along) => {
    const driver = makeDriver();
    settle(driver);
    const before = toolOf(driver);
    driver.inputs.press(code);
    driver.wake();
    for (let i = 0; i < 30; i += 1) driver.step(dt);
    driver.inputs.release(code);
    settle(driver);
    const way = toolOf(driver).sub(before);
    expect(way.length()).toBeGreaterThan(0.03);
    expect(way.normalize().dot(new Vector3(...along))).toBeGreaterThan(0.99);
  });

  it('keys may move along the robot instead, which looks along X', () => {
    const driver = makeDriver({ along: 'robot' });
    const before = toolOf(driver);
    driver.inputs.press('KeyW');
    for (let i = 0; i < 20; i += 1) driver.step(dt);
    expect(toolOf(driver).sub(before).normalize().x).toBeGreaterThan(0.99);
  });

  it('a gamepad moves it, grips, and keeps frames coming while it is connected', () => {
    const pad = {
      connected: true,
      axes: [0, -1, 0, 0],
      buttons: Array.from({ length: 17 }, () => ({ value: 0 })),
    };
    const driver = makeDriver({}, { pad: () => pad });
    const before = toolOf(driver);
    for (let i = 0; i < 30; i += 1) driver.step(dt);
    expect(toolOf(driver).z).toBeLessThan(before.z - 0.03);
    pad.buttons[7]!.value = 1;
    driver.step(dt);
    expect(driver.isGripping).toBe(true);
    for (let i = 0; i < 200; i += 1) driver.step(dt);
    expect(driver.isBusy).toBe(true);
  });

  it('a phone in the room leads as a wand while it is touched, along the axes of the room; what is lost is said', () => {
    const driver = makeDriver();
    settle(driver);
    const before = toolOf(driver);
    const by = new Vector3();
    const orientation = { x: 0, y: 0, z: 0, w: 1 };
    const session = { interactionMode: 'screen-space', visibilityState: 'visible', inputSources: [finger] };
    let seen = true;
    const getViewerPose = () =>
      seen ? { transform: { position: by, orientation }, emulatedPosition: false } : null;
    for (let i = 0; i < 60; i += 1) {
      by.add(new Vector3(0.001, 0.001, -0.001).multiplyScalar(Number(i < 30)));
      driver.inputs.see({ session, getViewerPose, getPose: () => null }, {}, 1000 * dt * i);
      driver.step(dt);
    }
    expect(toolOf(driver).sub(before).distanceTo(by)).toBeLessThan(2e-3);
    expect([driver.inputs.lost, driver.isBusy]).toEqual(['', true]);
    seen = false;
    driver.inputs.see({ session, getViewerPose, getPose: () => null }, {}, 2000);
    driver.step(dt);
    expect(driver.inputs.lost).toBe('the phone does not know where it is');
    driver.inputs.leaveRoom();
    expect(driver.inputs.lost).toBe('');
  });

  it('the handle leads by its scale; a shaky hand is calmed by the filter', () => {
    const half = makeDriver({ scale: 0.5 });
    const before = toolOf(half);
    lead(half, before.clone().add(new Vector3(0.04, 0, 0)));
    expect(toolOf(half).x - before.x).toBeCloseTo(0.02, 3);
    const roughness = (filter: boolean): number => {
      const driver = makeDriver({ filter, shaky: true });
      const place = toolOf(driver);
      driver.chosen.handle.copy(place);
      driver.take(false);
      let sum = 0;
      for (let i = 0; i < 300; i += 1) {
        driver.step(dt);
        if (i >= 60) sum += toolOf(driver).distanceToSquared(place);
      }
      return Math.sqrt(sum / 240);
    };
    const rough = roughness(false);
    expect(rough).toBeGreaterThan(5e-4);
    expect(roughness(true)).toBeLessThan(0.7 * rough);
  });
});

describe('blocks', () => {
  it('are carried to the mat and put on one another; the words say so', () => {
    const driver = makeDriver();
    expect(driver.props.words).toBe('the mat is empty');
    carry(driver, 0, above(mat.at, 0.02));
    expect(driver.props.words).toBe('orange block on the mat');
    expect(blockOf(driver).y).toBeCloseTo(edge / 2, 6);
    lead(driver, above(mat.at, 0.09));
    carry(driver, 1, above(blockOf(driver).toArray(), 0.05));
    expect(driver.props.words).toBe('a stack on the mat');
    expect(blockOf(driver, 1).y).toBeCloseTo(1.5 * edge, 6);
  });

  it('stay where they are when jaws that are closed come near', () => {
    const driver = makeDriver();
    driver.grip(true);
    settle(driver);
    lead(driver, above(first[0]!, 0.09), above(first[0]!, 0.016), above(first[0]!, 0.09));
    expect(blockOf(driver).toArray()).toEqual(first[0]);
  });
});

describe('bounds', () => {
  it('hold on the page’s own run, whatever the handle does; fingers stay above the table', () => {
    const bounds = { velocity: 1, acceleration: 5, jerk: 100 };
    const driver = makeDriver(bounds);
    const watch = watchBounds(driver, hand, bounds);
    const check = (): void => {
      watch.check();
      expect(driver.problem.pose('effector')[1]).toBeGreaterThan(0);
    };
    driver.chosen.handle.copy(toolOf(driver));
    driver.take(false);
    const places: [number, number, number][] = [
      [0.3, 0.05, 0.2],
      [0.1, 0.4, -0.2],
      [0.25, -0.1, 0],
      [0.2, 0.1, 0.1],
    ];
    for (const place of places) {
      driver.chosen.handle.set(...place);
      for (let i = 0; i < 50; i += 1) {
        driver.step(dt);
        check();
      }
    }
    driver.letGo();
    settle(driver, check);
    expect(watch.fastest).toBeGreaterThan(0.9 * bounds.velocity);
  });

  it('hold for a recording that was begun and ended in motion; other bounds meanwhile count', () => {
    const bounds = { velocity: 2, acceleration: 10, jerk: 200 };
    const driver = makeDriver(bounds, { scene: humanoid });
    const go = (code: string): void => {
      driver.inputs.press(code);
      for (let i = 0; i < 20; i += 1) driver.step(dt);
      driver.inputs.release(code);
    };
    go('KeyE');
    driver.record(true);
    go('KeyW');
    settle(driver);
    go('KeyS');
    driver.tune({ ...usual, ...bounds, hand: driver.chosen.led, jerk: 150 });
    go('KeyE');
    driver.record(false);
    expect(driver.teleop.warning).toBe('');
    const watch = watchBounds(driver, driver.scene.hands[0]!, bounds);
    driver.play();
    driver.wake();
    settle(driver, () => {
      watch.check();
      if (driver.isPlaying) driver.tune({ ...usual, ...bounds, hand: driver.chosen.led, velocity: 0.5 });
    });
    expect(watch.fastest).toBeGreaterThan(0.2);
  });
});

describe('beyond its reach', () => {
  it('a handle that is taken while a key leads is held back, too', () => {
    const driver = makeDriver();
    const { chosen, inputs } = driver;
    inputs.press('KeyD');
    for (let i = 0; i < 60; i += 1) driver.step(dt);
    chosen.handle.copy(toolOf(driver));
    driver.take(false);
    inputs.release('KeyD');
    chosen.handle.x += 0.3;
    settle(driver);
    expect(driver.isStretched).toBe(true);
    expect(driver.hands[0]!.goals[0].distance).toBeLessThan(2e-3);
  });

  it('the handle stretches the arm, which rests there, and the driver knows', () => {
    const driver = makeDriver();
    driver.chosen.handle.copy(toolOf(driver));
    driver.take(false);
    driver.chosen.handle.set(0.6, 0.3, 0.1);
    settle(driver);
    expect(driver.isStretched).toBe(true);
    expect(driver.hands[0]!.goals[0].distance).toBeLessThan(1e-3);
    const before = toolOf(driver);
    for (let i = 0; i < 120; i += 1) driver.step(dt);
    expect(toolOf(driver).distanceTo(before)).toBeLessThan(1e-4);
    driver.chosen.handle.copy(before).x -= 0.1;
    driver.wake();
    settle(driver);
    expect(driver.isStretched).toBe(false);
  });

  it.each(['KeyD', 'KeyE'])('%s stretches it, and it does not shake', (code) => {
    const driver = makeDriver();
    driver.inputs.press(code);
    // Up it slides along the ball, slower and slower.
    for (let i = 0; i < 1200; i += 1) driver.step(dt);
    expect(driver.isStretched).toBe(true);
    driver.told();
    for (let i = 0; i < 120; i += 1) driver.step(dt);
    expect(driver.toolSpeed).toBeLessThan(0.003);
  });
});

it('a shaky hand is not that of keys: the tool arrives', () => {
  const driver = makeDriver({ shaky: true });
  lead(driver, toolOf(driver).add(new Vector3(0, 0.05, 0)));
});

it('other picks leave the clutch closed; other bounds count from then on', () => {
  const driver = makeDriver();
  driver.take(false);
  driver.step(dt);
  const { teleop } = driver;
  expect(teleop.leads[0]!.isClosed).toBe(true);
  driver.tune({ ...usual, q: [1] } as typeof usual);
  expect(driver.teleop).toBe(teleop);
  driver.tune({ ...usual, velocity: 0.25 });
  driver.chosen.handle.copy(toolOf(driver)).add(new Vector3(0.1, 0, 0));
  let fastest = 0;
  for (let i = 0; i < 60; i += 1) {
    driver.step(dt);
    fastest = Math.max(fastest, ...driver.speeds);
  }
  expect(fastest).toBeCloseTo(0.25, 6);
});

it('a recording plays back what was led, blocks included; before, the arm goes back; all within its bounds', () => {
  const velocity = 1;
  const driver = makeDriver({ velocity });
  driver.record(true);
  carry(driver, 0, above(mat.at, 0.02));
  driver.record(false);
  const last = blockOf(driver);
  driver.play();
  let nearest = Infinity;
  settle(driver, () => {
    nearest = Math.min(nearest, blockOf(driver).distanceTo(new Vector3(...first[0]!)));
  });
  expect(nearest).toBe(0);
  const { model } = driver.problem;
  const speeds = Object.keys(hand.joints).map(
    (name) => driver.speeds[model.links[model.findLink(name)]!.qIndex]!,
  );
  expect(Math.max(...speeds)).toBeCloseTo(velocity, 6);
  expect(blockOf(driver).distanceTo(last)).toBeLessThan(1e-3);
  expect(driver.isPlaying).toBe(false);
});

it('its address has the bounds', () => {
  const { picks, complaints } = readPicks(page.picks, '?velocity=0.5&jerk=50&scale=0.25&filter=off&shaky=on');
  expect(complaints).toEqual([]);
  expect(picks).toMatchObject({ velocity: 0.5, jerk: 50, scale: 0.25, filter: false, shaky: true });
});
