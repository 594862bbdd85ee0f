import { Trajectory } from 'limber';
import type { Body } from 'limber/bench';
import { toClip } from 'limber/three';
import type { Object3D } from 'three';
import type { SavedMotion } from './formats.ts';
import { player } from './source.ts';

/** A motion of a pulled body: recorded frame by frame, replayed, and given away to be saved. */
export class Recording {
  trajectory: Trajectory | null = null;
  state: 'idle' | 'recording' | 'playing' = 'idle';
  #play!: (time: number) => void;
  #time = 0;

  constructor(
    private readonly body: Body,
    private readonly scene: Object3D,
  ) {}

  get seconds(): number {
    return this.trajectory?.duration ?? 0;
  }

  get isEmpty(): boolean {
    return (this.trajectory?.length ?? 0) < 2;
  }

  /** Starts to record or to replay, or stops. */
  toggle(state: 'recording' | 'playing'): void {
    const { body } = this;
    const stops = this.state === state;
    this.state = stops ? 'idle' : state;
    if (stops) return;
    this.#time = 0;
    if (state === 'recording') {
      this.trajectory = new Trajectory(body.character.model);
      this.trajectory.add(0, body.character.problem.state.q);
    } else {
      // No point is on its way any more.
      for (const pin of body.pins) if (body.isDragged(pin)) body.hold(pin, true);
      this.#play = player(this.saved.clip, this.scene);
    }
  }

  /** Records a solved frame, `seconds` after the one before. */
  add(seconds: number): void {
    this.#time += seconds;
    this.trajectory!.add(this.#time, this.body.character.problem.state.q);
  }

  /** Shows the next frame, and stops after the last. */
  advance(seconds: number): void {
    this.#time += seconds;
    this.#play(Math.min(this.#time, this.seconds));
    this.body.follow();
    if (this.#time >= this.seconds) this.stop();
  }

  stop(): void {
    this.state = 'idle';
  }

  get saved(): SavedMotion {
    const trajectory = this.trajectory!;
    const { character } = this.body;
    const clip = toClip(character, trajectory, 'recording');
    return { trajectory, body: character, scene: this.scene, clip };
  }
}
