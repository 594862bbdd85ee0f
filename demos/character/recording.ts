import { Trajectory } from 'limber';
import type { Body } from 'limber/bench';
import { toClip } from 'limber/three';
import { AnimationMixer, LoopOnce, type AnimationAction, type Object3D } from 'three';
import { type Format, formats } from '../character-files/formats.ts';

/** A motion of the character: recorded frame by frame, replayed, written to a file. */
export class MotionRecording {
  trajectory: Trajectory | null = null;
  state: 'idle' | 'recording' | 'playing' = 'idle';
  #mixer: AnimationMixer | null = null;
  #action: AnimationAction | null = null;
  #time = 0;

  constructor(
    private readonly puppet: Body,
    private readonly scene: Object3D,
  ) {}

  get seconds(): number {
    return this.trajectory?.duration ?? 0;
  }

  get isEmpty(): boolean {
    return (this.trajectory?.length ?? 0) < 2;
  }

  start(): void {
    this.stop();
    this.trajectory = new Trajectory(this.puppet.character.model);
    this.#time = 0;
    this.state = 'recording';
    this.trajectory.add(0, this.puppet.character.problem.state.q);
  }

  /** Records a solved frame, `seconds` after the one before. */
  add(seconds: number): void {
    this.#time += seconds;
    this.trajectory!.add(this.#time, this.puppet.character.problem.state.q);
  }

  play(): void {
    this.stop();
    if (this.isEmpty) return;
    this.#mixer = new AnimationMixer(this.scene);
    this.#action = this.#mixer.clipAction(this.#clip()).setLoop(LoopOnce, 1);
    this.#action.clampWhenFinished = true;
    this.#action.play();
    this.state = 'playing';
  }

  /** Shows the next frame; returns false after the last. */
  advance(seconds: number): boolean {
    this.#mixer!.update(seconds);
    this.puppet.follow();
    return this.#action!.time < this.seconds && !this.#action!.paused;
  }

  stop(): void {
    this.state = 'idle';
    // The bones stay as they are, bound to no clip.
    this.#mixer = null;
    this.#action = null;
  }

  async write(format: Format): Promise<Blob> {
    const { character } = this.puppet;
    const trajectory = this.trajectory!;
    return formats[format].write({ trajectory, body: character, scene: this.scene, clip: this.#clip() });
  }

  #clip() {
    return toClip(this.puppet.character, this.trajectory!, 'recording');
  }
}
