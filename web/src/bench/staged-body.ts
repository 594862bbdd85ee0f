import { type Object3D, Vector3 } from 'three';
import type { View } from '../three/view.ts';
import type { Actor, ActorEvents, Memory } from './actor.ts';
import { BodyPicture } from './body-picture.ts';
import type { Body } from './body.ts';
import { CharacterActor } from './character.ts';
import type { ExhibitSettings, Place } from './exhibit.ts';

/** What a page needs that makes the frames itself. */
export interface Staged extends Actor {
  place: Place;
  /** Remaining distances in metres. */
  readonly residuals: readonly number[];
  /** Makes one frame. */
  step(): void;
  /** Solves for what was moved while time stands still. */
  settle(): void;
  draw(): void;
}

/** Most frames of a body that is solved at once. */
const atOnce = 60;

/** A whole body that is pulled by its pins; `place` has four numbers per held pin: its index, and metres. */
export class StagedBody extends CharacterActor implements Staged {
  #visible = true;

  constructor(
    view: View,
    readonly body: Body,
    scene: Object3D,
    settings: ExhibitSettings,
    before: Memory | null,
    title: string,
    on: ActorEvents,
  ) {
    super(
      view,
      body,
      scene,
      settings,
      before,
      title,
      on,
      (onMove) => new BodyPicture(view, body, scene, onMove),
    );
  }

  /** With its handles; a page may show something else meanwhile. */
  set visible(on: boolean) {
    this.#visible = on;
    (this.picture as BodyPicture).visible = on;
  }

  get place(): Place {
    const { pins } = this.body;
    const targets = pins.flatMap((pin, i) => (pin.held ? [i, ...pin.effector.target.toArray()] : []));
    return { q: Array.from(this.problem.state.q), targets };
  }

  /** Numbers of another body are not taken. */
  set place({ q, targets }: Place) {
    const { body } = this;
    if (q.length !== this.problem.state.q.length) return;
    body.stand(q);
    body.pins.forEach((pin, i) => {
      const first = targets.findIndex((each, k) => k % 4 === 0 && each === i);
      body.hold(pin, first >= 0);
      if (first >= 0) pin.effector.target.fromArray(targets, first + 1);
    });
  }

  get residuals(): readonly number[] {
    return this.body.pins.filter(({ held }) => held).map(({ effector }) => effector.distance);
  }

  step(): void {
    this.frame();
  }

  settle(): void {
    for (let i = 0; this.#visible && i < atOnce && this.frame(); i += 1);
  }

  draw(): void {
    if (this.#visible) this.picture.update();
  }

  /** Slightly from the side, with room for raised arms. */
  override look(): void {
    const { box, height } = this.picture;
    const { floor } = this.view;
    if (floor) floor.position.y = box.min.y;
    this.view.fit(
      box.clone().expandByVector(new Vector3(0.3, 0.12, 0.3).multiplyScalar(height)),
      [0.42, 0.16, 1],
    );
  }
}
