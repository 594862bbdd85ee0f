import { ArmShape, DirectionHandle, FloorHandle, GoalHandle, View } from 'limber/three';
import type { Vec3 } from 'limber';
import { Box3, CylinderGeometry, Mesh, MeshBasicMaterial, Quaternion, Vector3 } from 'three';
import { mountEditor } from '../editor/index.ts';
import { make } from '../shell/dom.ts';
import type { StartPage } from '../shell/open.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { Names } from '../views/names.ts';
import { plinth } from '../views/robots.ts';
import { kinds, own, type ConstraintKind, type Settings } from './kinds.ts';
import { marks, type Mark } from './marks.ts';
import { ConstraintPanel } from './panel.ts';
import { changed, farthestRobot, picksOfExample, schema, settingsIn, type Picks } from './picks.ts';
import { bent, ConstrainedRobot } from './robot.ts';

const seen = new Box3(new Vector3(-0.62, 0, -0.35), new Vector3(0.85, 1.02, 0.6));
const bounds = { min: [-1.6, 0.03, -1.6], max: [1.6, 1.6, 1.6] } as const;
/** Metres: smaller errors are not drawn. */
const visible = 2e-3;
const up = new Vector3(0, 1, 0);

type Change = (kind: ConstraintKind, change: Partial<Settings>) => void;

/** Handles, mark and name of one constraint, with its remaining error in red. */
class Shown {
  readonly handle: GoalHandle;
  readonly arrow: DirectionHandle | null;
  readonly #mark: Mark;
  readonly #name: HTMLElement;
  readonly #gap = new Mesh(
    new CylinderGeometry(0.007, 0.007, 1, 10).translate(0, 0.5, 0),
    new MeshBasicMaterial({ depthTest: false, transparent: true, fog: false }),
  );
  readonly #way = new Vector3();
  readonly #turn = new Quaternion();
  #shown: Settings | null = null;

  constructor(
    readonly kind: ConstraintKind,
    private readonly view: View,
    names: Names,
    change: Change,
  ) {
    const { start, handles } = kind;
    this.#mark = marks[kind.name]();
    this.#gap.renderOrder = 3;
    view.add(this.#mark.object, this.#gap);
    this.handle = new GoalHandle(view, {
      position: start.place,
      size: 0.06,
      label: handles.place,
      bounds,
      onChange: (place) => change(kind, { place: place.toArray() }),
    });
    this.arrow = handles.direction
      ? new DirectionHandle(view, {
          direction: start.direction,
          origin: start.place,
          length: 0.22,
          label: handles.direction,
          onChange: (direction) => change(kind, { direction: direction.toArray() }),
        })
      : null;
    this.#name = names.add(kind.title.toLowerCase(), 'constraint', this.handle.position, 0, 30);
  }

  /** Shows these settings. `tool`: metres, world. */
  show(settings: Settings, tool: Vector3): void {
    const { on, place, direction } = settings;
    if (settings !== this.#shown) {
      this.handle.visible = this.#mark.object.visible = on;
      this.#name.hidden = !on;
      this.handle.setPosition(...place);
      this.arrow?.setOrigin(...place);
      this.arrow?.setDirection(...direction);
      if (this.arrow) this.arrow.visible = on;
    }
    this.#shown = settings;
    if (on) this.#mark.update(settings, tool);
    this.#showGap(settings, tool);
  }

  /** Draws the line from the tool to the nearest place where the constraint would hold. */
  #showGap(settings: Settings, tool: Vector3): void {
    const { kind, view } = this;
    const gap = this.#gap;
    const turn = this.#turn;
    const way = this.#way;
    way.copy(tool);
    if (settings.on) kind.nearest?.(settings, tool, way);
    const length = way.sub(tool).length();
    gap.visible = length > visible;
    if (!gap.visible) return;
    gap.position.copy(tool);
    gap.scale.set(1, length, 1);
    gap.quaternion.copy(turn.setFromUnitVectors(up, way.divideScalar(length)));
    gap.material.color.set(view.palette.warning);
  }
}

/** The scene: the robot on its base, and the constraints that are on. */
class ConstraintsStage {
  readonly view: View;
  readonly stand: FloorHandle;
  readonly shown: readonly Shown[];
  readonly #shape: ArmShape;
  readonly #tool = new Vector3();

  constructor(
    host: HTMLElement,
    private readonly rig: ConstrainedRobot,
    change: Change,
    push: (stand: Vec3) => void,
  ) {
    this.view = new View(host, { label: 'A robot and its constraints', fov: 36 });
    this.#shape = new ArmShape(rig.model, { toolAxis: [0, 0, 1] });
    this.stand = new FloorHandle(this.view, {
      position: [0, 0, 0],
      radius: 0.14,
      height: plinth,
      most: farthestRobot,
      label: 'Base of the robot',
      onChange: (place) => push(place.toArray()),
    });
    const names = new Names(this.view);
    this.shown = kinds.map((kind) => new Shown(kind, this.view, names, change));
    this.view.add(this.#shape).fit(seen, [0.3, 0.3, 1]);
  }

  update(settings: readonly Settings[], stand: Vec3): void {
    this.#shape.update(this.rig.problem.state.poses);
    this.#tool.fromArray(this.rig.tool);
    this.stand.setPosition(...stand);
    this.shown.forEach((shown, i) => shown.show(settings[i]!, this.#tool));
  }
}

/** Everything on the page that moves. */
export class ConstraintsPage implements Demo<typeof schema> {
  readonly rig = new ConstrainedRobot();
  readonly shell: Shell<typeof schema>;
  readonly stage: ConstraintsStage | null;
  settings: readonly Settings[] = [];
  readonly #panel = new ConstraintPanel((kind, change) => this.#set(kind, change));

  constructor(run: HTMLElement) {
    const key = make('p', { className: 'key' }, make('i', { className: 'gap' }), ' remaining error');
    const shell = (this.shell = new Shell(run, schema, {
      title: 'Constraints',
      alwaysRuns: true,
      extras: [key],
      facts: { state: 'robot', cost: 'time per step', limits: 'at a limit', warning: 'warning' },
      sentences: ['limits', 'warning'],
    }));
    const set: Change = (kind, change) => this.#set(kind, change);
    this.stage =
      shell.stage && new ConstraintsStage(shell.stage, this.rig, set, (stand) => shell.drag({ stand }));
    const editor = make('div', { className: 'editor' });
    shell.form.append(this.#panel.element);
    shell.numbers.append(editor);
    const { stand, joints } = this.picks;
    this.rig.begin(joints, stand);
    shell.run(this, this.stage?.view ?? null);
    mountEditor(editor, {
      problem: () => this.rig.problem,
      view: this.stage?.view,
      changed: () => {
        this.rig.wake();
        shell.moved();
      },
      // The page's own constraints are in its own form.
      describe: () => null,
    });
  }

  get picks(): Picks {
    return this.shell.picks;
  }

  /** The robot has come to rest. */
  get resting(): boolean {
    return this.rig.settled;
  }

  /** An example sets its constraints; the robot stays where it is. */
  next(picks: Picks, before: Picks | null): Picks {
    const { example } = picks;
    return before && example !== before.example && example !== own ? picksOfExample(example, picks) : picks;
  }

  picked(before: Picks | null): void {
    const { stand } = this.picks;
    const isOther = (name: keyof Picks) => this.picks[name] !== before?.[name];
    if (isOther('stand')) this.rig.stands[0]!.place(...stand);
    // The base is pushed many times per second, and the constraints are unchanged: skip them.
    if (!(Object.keys(schema) as (keyof Picks)[]).some((name) => name !== 'stand' && isOther(name)))
      return this.rig.wake();
    this.settings = settingsIn(this.picks);
    this.rig.set(this.settings);
    this.#panel.show(this.settings);
  }

  step(): void {
    this.rig.step();
  }

  solveInPause(): void {
    this.rig.settle();
  }

  reset(): void {
    this.shell.note(picksOfExample(this.picks.example, { stand: [0, 0, 0], joints: bent }));
    this.rig.begin(bent, this.picks.stand);
    this.picked(null);
  }

  draw(): void {
    this.stage?.update(this.settings, this.picks.stand);
  }

  tell(): Record<string, string> {
    const { rig, settings } = this;
    this.shell.note({ joints: Array.from(rig.joints) });
    this.#panel.tell(settings.map(({ on }, i) => (on ? rig.goals[i]! : null)));
    return { state: rig.settled ? 'at rest' : 'moving', ...rig.facts };
  }

  #set(kind: ConstraintKind, change: Partial<Settings>): void {
    this.shell.drag(changed(this.picks, kind.name, change));
  }
}

export const start: StartPage = (_, run) => new ConstraintsPage(run);
