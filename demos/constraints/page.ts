import { type Vec3 } from 'limber';
import { mountEditor } from '../editor/index.ts';
import { make } from '../shell/dom.ts';
import type { StartPage } from '../shell/open.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { own } from './examples.ts';
import type { Settings } from './kinds/index.ts';
import { ConstraintPanel } from './panel.ts';
import { picksOf, picksOfExample, schema, settingsIn, type Picks } from './picks.ts';
import { bent, ConstrainedRobot } from './robot.ts';
import { ConstraintsStage } from './stage.ts';

/** Everything on the page that moves. */
export class ConstraintsPage implements Demo<typeof schema> {
  readonly rig = new ConstrainedRobot();
  readonly shell: Shell<typeof schema>;
  readonly stage: ConstraintsStage | null;
  settings: readonly Settings[] = [];
  private readonly panel = new ConstraintPanel((index, change) => this.set(index, change));

  constructor(run: HTMLElement) {
    const key = make('p', { className: 'key' }, make('i', { className: 'gap' }), ' remaining error');
    this.shell = new Shell(run, schema, {
      title: 'Constraints',
      alwaysRuns: true,
      extras: [key],
      facts: { state: 'robot', cost: 'time per step', limits: 'at a limit', warning: 'warning' },
      sentences: ['limits', 'warning'],
    });
    this.stage = this.shell.stage && new ConstraintsStage(this.shell.stage, this.rig);
    if (this.stage) {
      this.stage.onMove = (index, moved) => this.set(index, moved);
      this.stage.onStand = (stand) => this.shell.drag({ stand });
    }
    const editor = make('div', { className: 'editor' });
    this.shell.form.append(this.panel.element);
    this.shell.numbers.append(editor);
    const { stand, joints } = this.picks;
    this.rig.begin(joints, stand);
    this.shell.run(this, this.stage?.view ?? null);
    mountEditor(editor, {
      problem: () => this.rig.problem,
      view: this.stage?.view,
      changed: () => {
        this.rig.wake();
        this.shell.moved();
      },
      // The page's own constraints are in its form.
      describe: () => null,
    });
  }

  get picks(): Picks {
    return this.shell.picks;
  }

  get stand(): Vec3 {
    return this.picks.stand;
  }

  /** The robot has come to rest. */
  get resting(): boolean {
    return this.rig.settled;
  }

  set(index: number, change: Partial<Settings>): void {
    const settings = this.settings.map((each, i) => (i === index ? { ...each, ...change } : each));
    this.shell.drag(picksOf(settings, this.picks));
  }

  /** An example brings its constraints; the robot stays where it is. */
  next(picks: Picks, before: Picks | null): Picks {
    const { example } = picks;
    return before && example !== before.example && example !== own ? picksOfExample(example, picks) : picks;
  }

  picked(before: Picks | null): void {
    const { stand } = this.picks;
    if (this.picks.stand !== before?.stand) this.rig.stands[0]!.place(...stand);
    if (onlyStandIsOther(this.picks, before)) {
      this.rig.wake();
      return;
    }
    this.settings = settingsIn(this.picks);
    this.rig.set(this.settings);
    this.panel.show(this.settings);
  }

  step(): void {
    this.rig.step();
  }

  solveInPause(): void {
    this.rig.settle();
  }

  reset(): void {
    const before = this.picks;
    this.shell.note(picksOfExample(before.example, { stand: [0, 0, 0], joints: bent }));
    this.rig.begin(bent, this.stand);
    this.picked(null);
  }

  draw(): void {
    this.stage?.update(this.settings, this.stand);
  }

  tell(): Record<string, string> {
    const { rig, settings } = this;
    this.shell.note({ joints: Array.from(rig.joints) });
    this.panel.tell(settings.map(({ on }, i) => (on ? rig.goals[i]! : null)));
    return { state: rig.settled ? 'at rest' : 'moving', ...rig.facts };
  }
}

/** The base was pushed, many times a second: the constraints are as they were. */
function onlyStandIsOther(picks: Picks, before: Picks | null): boolean {
  if (!before) return false;
  const isSame = (name: keyof Picks) => picks[name] === before[name];
  return (Object.keys(schema) as (keyof Picks)[]).every((name) => name === 'stand' || isSame(name));
}

export const start: StartPage = (_, run) => new ConstraintsPage(run);
