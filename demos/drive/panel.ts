/** Beside the view: how fast the joints are against their bound, and buttons for the grip and recording. */
import { NumberTable } from '../shell/board.ts';
import { button, make, write } from '../shell/dom.ts';
import type { Exhibition, Panel } from '../shell/exhibition.ts';
import { capital } from '../shell/units.ts';
import type { Headset } from 'limber/three';
import { sentenceOf } from 'limber/bench';
import type { Driver } from './driver.ts';
import type { Guide } from './guide.ts';
import type { Inputs } from './inputs.ts';
import type { Schema } from './picks.ts';
import type { DriveScene } from './scene.ts';
import { askToTilt, isPhone, tilt } from './tilt.ts';

async function hasHeadset(): Promise<boolean> {
  const supports = (mode: XRSessionMode) => navigator.xr?.isSessionSupported(mode).catch(() => false);
  return ((await supports('immersive-ar')) || (await supports('immersive-vr'))) ?? false;
}

const isClick = (key: string): boolean => key === 'Enter' || key === ' ';

export const sceneOf = ({ scenery }: Exhibition<Schema>): DriveScene => scenery as DriveScene;

export function drive(shown: Exhibition<Schema>): Panel {
  const driver = (): Driver => sceneOf(shown).driver;
  const act = (change: (driver: Driver) => void) => (): void => {
    change(driver());
    shown.moved();
  };
  const grip = button(
    'Grip',
    'grip',
    act((it) => it.grip(!it.isGripping)),
  );
  /** Moves the tool while it is pressed, by pointer or key. */
  const hold = (text: string, onHold: (inputs: Inputs, on: boolean) => void): HTMLButtonElement => {
    const element = make('button', { type: 'button', name: text.toLowerCase() }, text);
    const press = act((it) => onHold(it.inputs, true));
    const release = act((it) => onHold(it.inputs, false));
    element.addEventListener('pointerdown', press);
    for (const type of ['pointerup', 'pointercancel', 'pointerleave', 'blur'])
      element.addEventListener(type, release);
    element.addEventListener('keydown', ({ key }) => isClick(key) && press());
    element.addEventListener('keyup', ({ key }) => isClick(key) && release());
    return element;
  };
  const jog =
    (code: string) =>
    (inputs: Inputs, on: boolean): void =>
      inputs[on ? 'press' : 'release'](code);
  const tilting = hold('Tilt', (_, on) => (tilt.held = on && !tilt.lost));
  tilting.addEventListener('click', () => tilt.lost && void askToTilt().then(act(() => {})));
  const record = button(
    'Record',
    'record',
    act((it) => it.record(!it.isRecording)),
  );
  const play = button(
    'Play back',
    'playback',
    act((it) => it.play()),
  );
  let headset: Headset | null = null;
  const room = button('Headset', 'headset', () => void (headset ? headset.leave() : enter()));
  room.hidden = true;
  void hasHeadset().then((has) => (room.hidden = !has));
  async function enter(): Promise<void> {
    room.disabled = true;
    try {
      headset = await (await import('./headset.ts')).enter(shown);
      void headset.ended.then(() => {
        headset = null;
        sceneOf(shown).leaveRoom();
      });
    } catch (error) {
      shown.shell.say(sentenceOf((error as Error).message));
    }
    room.disabled = false;
    shown.moved();
  }
  const table = new NumberTable(['', 'rad/s', 'of the bound']);
  const gaugeOf = (name: string): HTMLElement =>
    make(
      'span',
      {
        ...{ className: 'gauge', role: 'meter', ariaLabel: `${name}, of the bound` },
        ...{ ariaValueMin: '0', ariaValueMax: '100' },
      },
      make('i'),
    );
  let gauges: readonly HTMLElement[] = [];
  let shownGuide: Guide | null = null;
  /** Joints that the chosen handle moves, by their coordinates. */
  let at: readonly number[] = [];
  function setRows({ problem: { model }, chosen }: Driver): void {
    if (shownGuide === (shownGuide = chosen)) return;
    const joints = Object.entries(Object.assign({}, ...chosen.hands.map(({ of }) => of.joints)) as object);
    at = joints.map(([link]) => model.links[model.findLink(link)]!.qIndex);
    const names = joints.map(([, name]) => capital(name as string));
    gauges = names.map(gaugeOf);
    table.setRows(
      names.map((name) => ({ name })),
      (i) => gauges[i]!,
    );
  }
  return {
    element: make('div'),
    bar: [grip, hold('Up', jog('KeyE')), hold('Down', jog('KeyQ')), tilting, record, play, room],
    numbers: [table.element],
    update() {
      const { picks } = shown;
      const scene = sceneOf(shown);
      const it = scene.driver;
      it.tune(picks);
      scene.halt();
      write(grip, it.isGripping ? 'Let go' : 'Grip');
      write(room, headset ? 'Leave headset' : 'Headset');
      write(record, it.isRecording ? 'Stop' : 'Record');
      write(tilting, tilt.lost ? 'Allow tilting' : 'Tilt');
      tilting.hidden = !isPhone();
      play.disabled = !it.recording?.length || it.isPlaying;
      grip.hidden = it.chosen.hands.every(({ of }) => !of.jaw && !of.press);
      setRows(it);
      gauges.forEach((gauge, i) => {
        const speed = it.speeds[at[i]!]!;
        table.write(i, speed.toFixed(2));
        const percent = Math.min(100, (100 * speed) / picks.velocity).toFixed(0);
        gauge.ariaValueNow = percent;
        (gauge.firstChild as HTMLElement).style.width = `${percent}%`;
      });
    },
    step: (_, dt) => {
      const scene = sceneOf(shown);
      scene.driver.step(dt);
      scene.halt();
    },
    // Who leads is the clock, also in a pause.
    settle: () => {},
    get busy() {
      return shown.scenery !== null && driver().isBusy;
    },
    get underWay() {
      return shown.scenery !== null && driver().isBusy;
    },
  };
}
