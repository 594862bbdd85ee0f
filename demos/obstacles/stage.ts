import { PinHandles } from 'limber/bench';
import { boxOf, ClearanceLines, CollisionOverlay, type ObstacleHandle, View } from 'limber/three';
import { Scenery } from '../views/scenery.ts';
import { thingHandle } from '../views/things.ts';
import type { Picks } from './picks.ts';
import type { Mover, World } from './world.ts';

const fieldOfView = 36;
/** Margin around a robot from a file, relative to its size. */
const room = 0.25;
/** Greatest number of lines, and length of the longest (metres). */
const mostLines = 6;
const longestLine = 0.2;
/** Metres: radius of a line, and a thing's step by key. */
const lineRadius = 0.003;
const stepLength = 0.025;

/** The scene: the actor, its obstacles, and the distances between them. */
export class ObstaclesStage {
  readonly view: View;
  goals!: PinHandles;
  things: readonly ObstacleHandle[] = [];
  overlay!: CollisionOverlay;
  readonly lines = new ClearanceLines({ most: mostLines, radius: lineRadius });
  readonly #scenery: Scenery;
  #world!: World;

  /** `onTouch`: the reader has moved a goal or a thing. */
  constructor(
    host: HTMLElement,
    private readonly onTouch: () => void,
  ) {
    this.view = new View(host, { label: 'What must not touch', fov: fieldOfView });
    this.view.add(this.lines);
    this.#scenery = new Scenery(this.view);
  }

  load(world: World): void {
    const before = this.goals as PinHandles | undefined;
    for (const each of [before, ...this.things]) each?.dispose();
    this.#world = world;
    const { actor, movers } = world;
    this.overlay = new CollisionOverlay(actor.problem, { world: false });
    this.#scenery.show(actor.object, this.overlay);
    this.things = movers.map((mover) => this.#makeThing(mover));
    this.goals = new PinHandles(this.view, actor.grips, actor, {
      size: actor.cube,
      step: stepLength,
      onChange: () => {
        for (const { element } of this.goals.all) element.classList.remove('hint');
        this.onTouch();
      },
    });
    if (!before) this.goals.all[0]?.element.classList.add('hint');
    this.frame();
  }

  /** Frames the scene's own box, or else the actor. */
  frame(): void {
    const { actor, scene } = this.#world;
    const { model, state } = actor.problem;
    const around = boxOf(state.poses);
    if (this.view.floor) this.view.floor.position.y = scene.seen ? 0 : Math.min(0, around.min.y);
    this.view.fit(scene.seen ?? around.expandByScalar(room * model.size), scene.side);
  }

  /** Updates everything drawn to its present state. */
  update({ lines, shapes }: Picks): void {
    const { actor, clearance, movers } = this.#world;
    actor.show?.();
    this.overlay.visible = shapes;
    if (shapes) this.overlay.update();
    this.lines.visible = lines;
    if (lines) this.lines.update(this.#world.pairs(mostLines, longestLine), clearance ?? 0);
    movers.forEach(({ at }, i) => this.things[i]!.setPosition(...at.toArray()));
    this.goals.update();
  }

  #makeThing(mover: Mover): ObstacleHandle {
    const handle: ObstacleHandle = thingHandle(this.view, mover.thing, {
      obstacles: mover.obstacles,
      step: stepLength,
      onChange: (place) => {
        mover.send(place);
        // It follows in strides.
        handle.setPosition(...mover.at.toArray());
        this.onTouch();
      },
    });
    return handle;
  }
}
