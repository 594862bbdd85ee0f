import { FileError, reasonOf } from '../robot-files/character.ts';
import { refusalOf } from '../robot-files/files.ts';
import { button, fill, make } from '../shell/dom.ts';
import { Exhibition, type Page, type Panel } from '../shell/exhibition.ts';
import { download, fileButton, fileName, type Given, takeDrops } from '../shell/files.ts';
import { Latest } from '../shell/latest.ts';
import type { StartPage } from '../shell/open.ts';
import { capital } from '../shell/units.ts';
import { accept, animated, type Opened, type Reading, readGiven } from './files.ts';
import { type Format, formatNames, formats } from './formats.ts';
import { standingWell } from './marks.ts';
import { Pull } from './pull.ts';
import { bodies, type Schema, schemaOf } from './scene.ts';
import { Walk } from './walk.ts';
import { standing } from './walker.ts';

type Shown = Exhibition<Schema>;

/** A body that walks, or is pulled. */
interface Body {
  readonly walk: Walk;
  readonly pull: Pull;
}

/** Shows what was opened. Returns words about it. @throws LimberError if it cannot be shown. */
function take({ walk, pull }: Body, { shell }: Shown, opened: Opened, title: string, how: Reading): string {
  const { loaded, remark = '', robot, source } = opened;
  if (loaded && !source && shell.picks.panel === 'pull')
    return pull.open(loaded, title, (pulled) => shell.pick({ pulled }));
  const own = how.as === 'motion' && !source ? loaded && animated(loaded, how.rest) : undefined;
  const motion = source ?? own;
  const line = { ...bodies[1]!, title: opened.body ?? title, text: 'From your file.' };
  const body = robot ?? (loaded && !own ? standing(loaded, line) : undefined);
  try {
    if (motion) walk.follow(motion, title);
    if (body) walk.put(body);
    const said = motion?.warnings.map((each) => `${capital(each)}.`) ?? [];
    return [remark, ...said].filter(Boolean).join(' ');
  } catch (error) {
    for (const each of [motion, body]) each?.dispose();
    throw error;
  }
}

type Open = (coming: Promise<readonly Given[]>) => void;

/** Shows what is in files; errors are reported, and everything stays as it was. */
function openerOf(it: Body, shown: Shown, how: () => Reading): Open {
  const { shell } = shown;
  const latest = new Latest();
  return (coming) => {
    const about = { file: 'What you dropped', text: '' };
    shell.say('Opening …');
    const robot = it.walk.walkers.find(({ name }) => name === 'robot')!;
    const reading = how();
    const taking = latest.take(async () => readGiven(await coming, about, robot.made.source!, reading), {
      show: (opened) => shell.say(take(it, shown, opened, about.file, reading)),
      drop: ({ source, robot }) => [source, robot].forEach((each) => each?.dispose()),
      refuse: (error) =>
        shell.say(error instanceof FileError ? error.message : refusalOf(about.file, error, about.text)),
    });
    shell.doing.during('loading', taking);
  };
}

const rests = [
  ['file', 'as in the file, if it stands'],
  ['found', 'found in the motion'],
  ['shown', 'the frame that is shown'],
] as const;
const ways = [
  ['motion', 'a motion'],
  ['body', 'a body'],
] as const;

/** How files are read; another way reads the last files again. */
function readingOf({ walk }: Body) {
  const rest = make('select', { name: 'rest' });
  const as = make('select', { name: 'as' });
  fill(rest, rests);
  fill(as, ways);
  let last: Promise<readonly Given[]> | null = null;
  const how = (): Reading => ({
    as: as.value as Reading['as'],
    rest: { found: 'found' as const, shown: walk.time }[rest.value],
  });
  const label = (text: string, select: HTMLSelectElement) =>
    make('label', { className: 'control' }, make('span', {}, text), select);
  return {
    how,
    elements: [label('A recording’s rest pose', rest), label('An animated character is', as)],
    /** `open`, again for another way. */
    again(open: Open): Open {
      for (const each of [rest, as]) each.addEventListener('change', () => last && open(last));
      return (coming) => open((last = coming));
    },
  };
}

/** Gives the reader the motion of the body whose numbers are shown. */
async function save({ pull }: Body, { picks, shell }: Shown, format: Format): Promise<void> {
  const { body, panel } = picks;
  try {
    const saved = panel === 'walk' ? body.saved : pull.recording.saved;
    const title = panel === 'walk' ? body.title : 'recording';
    download(fileName(title, format), await formats[format].write(saved));
  } catch (error) {
    shell.say(`The motion cannot be written as ${format}: ${reasonOf(error)}.`);
  }
}

/** Files to open and to save, for both panels. */
function filesPanel(it: Body, shown: Shown): Panel {
  const reading = readingOf(it);
  const open = reading.again(openerOf(it, shown, reading.how));
  takeDrops(open);
  const saves = formatNames.map((format) =>
    button(formats[format].title, `save-${format}`, () => void save(it, shown, format)),
  );
  const words = make('p', { id: 'save' }, 'Save the motion of this body:');
  const group = make('div', { className: 'files', role: 'group' }, words, ...saves);
  group.setAttribute('aria-labelledby', words.id);
  const folder = fileButton('Open a folder', 'folder', open, { webkitdirectory: true });
  const text =
    'Motion: BVH, FBX, VRMA, animated GLB. Bodies: GLB, VRM, URDF with its meshes. Both can be opened at once. Nothing leaves your computer.';
  return {
    element: make('div'),
    bar: [fileButton('Open a recording or a body', 'files', open, { accept })],
    more: make(
      'div',
      {},
      group,
      ...reading.elements,
      make('div', { className: 'open' }, folder, make('p', {}, text)),
    ),
    update() {
      const { isEmpty, state } = it.pull.recording;
      const isReady = shown.picks.panel === 'walk' || (!isEmpty && state !== 'recording');
      for (const each of saves) each.disabled = !isReady;
    },
  };
}

function pageOf(it: Body): Page<Schema> {
  const { pull, walk } = it;
  return {
    title: 'A body',
    picks: schemaOf(walk, pull),
    key: ({ pulled }) => pulled,
    exhibit: (picks) => pull.exhibit(picks),
    panels: [(shown) => filesPanel(it, shown), (shown) => walk.panel(shown), (shown) => pull.panel(shown)],
    scenery: (shown) => (shown.picks.panel === 'walk' ? walk : pull).scenery(shown),
    facts: null,
    tell: () => ({}),
    chart: 'Slip of the feet',
    tolerance: standingWell,
    sample: ({ picks }) => (picks.panel === 'walk' ? walk.slips : [pull.slip]),
  };
}

export const start: StartPage = (_, run) => {
  const it = { walk: new Walk(), pull: new Pull() };
  const shown = new Exhibition(run, pageOf(it));
  // A shared moment is to be looked at.
  if (shown.picks.panel === 'walk' && it.walk.time > 0) shown.shell.setPlaying(false);
  return Object.assign(shown, it);
};
