/** Shared by the tests of web/src/react and web/src/fiber: roots, error boundaries, canvases. */
import { Canvas, type CanvasProps, type RootState, useFrame } from '@react-three/fiber';
import { LimberError, type ModelDescription, type Problem } from 'limber';
import { robots, yUp } from 'limber/robots';
import { Component, type ReactNode, StrictMode, useEffect, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Vector3 } from 'three';
import { expect } from 'vitest';
import { usedMemory } from '../web/support/heap.ts';
import { byFiber } from './fiber-notice.ts';
import { makeHost, removeAll, takeMessages, until } from './three-support.ts';

export const arm: ModelDescription = yUp(robots.ur5);

const roots: Root[] = [];

/** Errors that boundaries caught, and those that nobody did. */
export const errors: unknown[] = [];

export function makeRoot(host = makeHost(600, 450)): Root {
  const note = (error: unknown): void => void errors.push(error);
  const root = createRoot(host, { onCaughtError: note, onUncaughtError: note, onRecoverableError: note });
  roots.push(root);
  return root;
}

/** Waits until React has done what it had to do before, and has run its effects. */
export const turnOfReact = (): Promise<void> =>
  new Promise((resolve) => {
    const Turn = (): ReactNode => {
      useEffect(resolve, []);
      return null;
    };
    createRoot(document.createElement('div')).render(<Turn />);
  });

/** Unmounts everything and takes it from the page; returns once effects have ended. */
async function unmountAll(): Promise<void> {
  for (const root of roots.splice(0)) root.unmount();
  // The canvas ends its own root in a first one, whose effects end in a second.
  for (let i = 0; i < 2; i += 1) await turnOfReact();
  removeAll();
}

export class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null };
  static getDerivedStateFromError = (error: unknown): { error: unknown } => ({ error });
  override render(): ReactNode {
    const { error } = this.state as { error: unknown };
    return error instanceof LimberError
      ? error.code
      : error instanceof Error
        ? error.message
        : this.props.children;
  }
}

export const ourMessages = (): string[] => takeMessages().filter((text) => !byFiber.test(text));

/** After each test: all ends, and there was no error but those that the test took, nor a message. */
export async function endAll(): Promise<void> {
  await unmountAll();
  expect(errors.splice(0)).toEqual([]);
  expect(ourMessages()).toEqual([]);
}

/** Numbers as near as a solve brings them. */
export const near = (place: readonly number[]): unknown[] =>
  place.map((x) => expect.closeTo(x, 2) as unknown);

/**
 * Runs something that must free every problem that it makes. Numbers that a problem has handed out stay until
 * a garbage collection: a small part of its weight.
 */
export async function freesAll(run: () => Promise<void>): Promise<void> {
  await run();
  await unmountAll();
  const before = usedMemory();
  await run();
  const weight = usedMemory() - before;
  expect(weight).toBeGreaterThan(5000);
  await unmountAll();
  expect(usedMemory() - before).toBeLessThan(weight / 2);
}

/** True if every use is an error. */
export function isDisposed(problem: Problem): boolean {
  try {
    return problem.goals.length < 0;
  } catch {
    return true;
  }
}

/** A canvas, and how many frames it has drawn. */
export interface Drawn {
  readonly show: (children: ReactNode) => void;
  state: RootState;
  frames: number;
  /** How often other children were given, and how often they were shown. */
  given: number;
  shown: number;
  /** Has React render all that it still has to, and then run its effects. */
  turn: () => Promise<void>;
}

/** Shows children in a canvas whose camera is in front of the arm, in StrictMode. */
export async function draw(children: ReactNode, props: Partial<CanvasProps> = {}): Promise<Drawn> {
  const root = makeRoot();
  const Count = ({ given }: { given: number }): ReactNode => {
    useEffect(() => void (drawn.shown = given), [given]);
    // React renders changes of one kind together, those that came first, too.
    const [turned, setTurned] = useState<() => void>();
    useEffect(() => turned?.(), [turned]);
    drawn.turn = () => new Promise((resolve) => setTurned(() => resolve));
    useFrame(({ get }) => {
      drawn.state = get();
      drawn.frames += 1;
    });
    return null;
  };
  const show = (inside: ReactNode): void =>
    root.render(
      <StrictMode>
        <Boundary>
          <Canvas camera={{ position: [0, 0.6, 2.4], fov: 45 }} frameloop="demand" dpr={0.1} {...props}>
            {inside}
            <Count given={(drawn.given += 1)} />
          </Canvas>
        </Boundary>
      </StrictMode>,
    );
  const drawn = { show, frames: 0, given: 0, shown: 0 } as Drawn;
  show(children);
  await until(() => drawn.frames > 0, 'the first frame');
  return drawn;
}

/** Waits until a canvas that draws on demand has no frame to draw, and React nothing to render. */
export async function still(drawn: Drawn): Promise<void> {
  await until(() => drawn.shown === drawn.given, 'the children to be shown');
  // What a component makes in an effect is there in the next turn.
  for (let quiet = 0; quiet < 3; quiet += 1) {
    const before = drawn.frames;
    await drawn.turn();
    await until(() => drawn.state.internal.frames === 0, 'the canvas to have no frame to draw');
    if (drawn.frames !== before) quiet = -1;
  }
}

/** A point of the scene (metres, world) in CSS pixels of the page. */
export function onPage({ state }: Drawn, point: readonly number[]): { x: number; y: number } {
  const { camera, gl } = state;
  const { left, top, width, height } = gl.domElement.getBoundingClientRect();
  camera.updateMatrixWorld();
  const { x, y } = new Vector3().fromArray(point).project(camera);
  return { x: left + ((x + 1) / 2) * width, y: top + ((1 - y) / 2) * height };
}
