/** Words on the picture: valleys, ticks of both angles, a scale of the error. They follow the camera. */
import { Vector2, Vector3 } from 'three';
import type { View } from '../../../three/view.ts';
import { type Point, tallness, valleysOf } from './ground.ts';
import type { Picture } from './picture.ts';
import { scalePlace } from './relief.ts';

interface Label {
  readonly element: HTMLElement;
  /** In units of the ground. */
  readonly place: Vector3;
}

/** Metres of error that the scale names. */
const heights = [0, 1] as const;

export class Names {
  readonly #layer = document.createElement('div');
  readonly #labels: Label[] = [];
  readonly #valleys: Label[] = [];

  constructor(
    private readonly view: View,
    private readonly picture: Picture,
  ) {
    this.#layer.className = 'names';
    this.#layer.setAttribute('aria-hidden', 'true');
    view.overlay.prepend(this.#layer);
    for (const [half, text] of [
      [-1, '−180°'],
      [0, '0'],
      [1, '180°'],
    ] as const) {
      this.#add('tick', text, 0.94 * half, -0.1, 1.12);
      this.#add('tick', text, 1.14, -0.1, -0.94 * half);
    }
    this.#add('axis', 'first hinge', 0.5, -0.1, 1.16);
    this.#add('axis', 'second hinge', 1.2, -0.1, -0.5);
    for (const metres of heights)
      this.#add(
        'tick height',
        `${metres * 100}${metres ? ' cm' : ''}`,
        scalePlace[0] - 0.1,
        tallness * metres,
        scalePlace[1],
      );
    for (let i = 0; i < 2; ++i) this.#valleys.push(this.#add('valley', '', 0, 0, 0));
  }

  /** Names the valleys. */
  shape(goal: Point): void {
    const valleys = valleysOf(goal);
    this.#valleys.forEach(({ element, place }, i) => {
      const valley = valleys[i];
      element.hidden = !valley;
      if (!valley) return;
      element.textContent = valley.name;
      place.set(valley.pose[0] / Math.PI, this.picture.heightAt(valley.pose), -valley.pose[1] / Math.PI);
    });
  }

  /** Moves the words to their places. */
  update(): void {
    for (const { element, place } of this.#labels) {
      this.view.project(this.picture.ground.localToWorld(world.copy(place)), pixel);
      element.style.transform = `translate(${pixel.x.toFixed(1)}px, ${pixel.y.toFixed(1)}px) translate(-50%, -50%)`;
    }
  }

  dispose(): void {
    this.#layer.remove();
  }

  #add(kind: string, text: string, x: number, y: number, z: number): Label {
    const element = document.createElement('span');
    element.className = kind;
    element.textContent = text;
    this.#layer.append(element);
    const label = { element, place: new Vector3(x, y, z) };
    this.#labels.push(label);
    return label;
  }
}

const world = new Vector3();
const pixel = new Vector2();
