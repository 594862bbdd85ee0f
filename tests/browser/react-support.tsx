/** Shared by the tests of web/src/react and web/src/fiber: roots, error boundaries, canvases. */
import { Canvas, type CanvasProps, type RootState, useFrame } from '@react-three/fiber';
import { LimberError, type ModelDescription, type Problem } from 'limber';
import { robots, yUp } from 'limber/presets';
import { Component, type ReactNode, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Vector3 } from 'three';
import { expect } from 'vitest';
import { usedMemory } from '../web/support/heap.ts';
import { byFiber } from './fiber-notice.ts';
import { frames, makeHost, removeAll, takeMessages, until } from './three-support.ts';

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

/** Unmounts everything and takes it from the page; returns once effects have ended. */
export async function unmountAll(): Promise<void> {
  for (const root of roots.splice(0)) root.unmount();
  await frames(2);
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
}

/** Shows children in a canvas whose camera is in front of the arm, in StrictMode. */
export async function draw(children: ReactNode, props: Partial<CanvasProps> = {}): Promise<Drawn> {
  const root = makeRoot();
  const Count = (): ReactNode => {
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
          <Canvas camera={{ position: [0, 0.6, 2.4], fov: 45 }} frameloop="demand" {...props}>
            <Count />
            {inside}
          </Canvas>
        </Boundary>
      </StrictMode>,
    );
  const drawn = { show, frames: 0 } as Drawn;
  show(children);
  await until(() => drawn.frames > 0, 'the first frame');
  return drawn;
}

/** Waits until a canvas that draws on demand draws no more. */
export async function still(drawn: Drawn): Promise<void> {
  let before = -1;
  while (before !== drawn.frames) {
    before = drawn.frames;
    await frames(20);
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
