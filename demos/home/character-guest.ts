/** A reader's character beside the cube of the first page. */
import { Body, type Pin } from 'limber/bench';
import { Character, type Gaze } from 'limber/character';
import { Box3, Group, Mesh, type Object3D, Vector3 } from 'three';
import { type Loaded, FileError } from '../robot-files/character.ts';
import { type Guest, figureAt } from './hero.ts';
import type { Welcome } from './own.ts';

/** Metres: as tall as the page's own figure, but no wider than the view has room for. */
const [tall, wide] = [1.75, 1.5];
/** Metres from wrist to palm. */
const palm = 0.06;

/** @throws FileError for a file without a skeleton or a skin, LimberError for an odd skeleton. */
export function characterGuest(title: string, { scene, humanoid, animate }: Loaded): Welcome {
  const has = (name: 'isBone' | 'isMesh'): boolean => {
    let found = false;
    scene.traverse((each) => (found ||= name in each));
    return found;
  };
  if (!has('isBone'))
    throw new FileError(`“${title}” has no skeleton, so nothing in it can reach; export it with its bones.`);
  if (!has('isMesh'))
    throw new FileError(`“${title}” has bones and no mesh to see; export it with its mesh.`);
  const root = standing(scene);
  const guest = new CharacterGuest(root, new Character(scene, { humanoid }), animate);
  return { guest, text: `“${title}” reaches for the cube.`, lacks: false };
}

/** On its feet in the figure's place, at its size. */
function standing(scene: Object3D): Group {
  const root = new Group().add(scene);
  root.updateMatrixWorld(true);
  const size = new Box3().setFromObject(root, true).getSize(new Vector3());
  root.scale.setScalar(Math.min(tall / size.y, wide / Math.max(1e-9, Math.min(size.x, size.z))));
  root.rotation.y = 0.35;
  root.updateMatrixWorld(true);
  const { min, max } = new Box3().setFromObject(root, true);
  const [x, , z] = figureAt;
  root.position.set(x - (min.x + max.x) / 2, -min.y, z - (min.z + max.z) / 2);
  root.updateMatrixWorld(true);
  root.traverse((each) => {
    each.frustumCulled = false;
    if (each instanceof Mesh) each.castShadow = each.receiveShadow = true;
  });
  return root;
}

class CharacterGuest implements Guest {
  readonly takes = 'character';
  readonly shapes: readonly Object3D[];
  readonly tip: Object3D;
  readonly #body: Body;
  readonly #pin: Body['pins'][number];
  readonly #gaze: Gaze | null;
  readonly #place = new Vector3(NaN, NaN, NaN);

  constructor(
    root: Object3D,
    character: Character,
    private readonly animate: Loaded['animate'],
  ) {
    this.shapes = [root];
    this.#body = new Body(character);
    const pinOf = (bone: string) => this.#body.pins.find((pin: Pin) => pin.bone === bone);
    this.#pin = pinOf('leftHand') ?? pinOf('rightHand') ?? this.#body.pins[0]!;
    this.tip = character.findBone(this.#pin.bone)!;
    this.#gaze = character.humanoid.has('head') ? character.addGaze('head') : null;
  }

  follow(cube: Vector3, dt: number): boolean {
    if (!cube.equals(this.#place)) {
      this.#place.copy(cube);
      this.#body.move(this.#pin, cube.clone().sub(new Vector3(this.#body.isHumanoid ? palm : 0, 0, 0)));
      this.#gaze?.target.copy(cube);
    }
    const moves = this.#body.step();
    this.animate?.(dt);
    return moves;
  }

  dispose(): void {
    this.#body.dispose();
  }
}
