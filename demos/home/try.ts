/** A reader's robot or character on the first page: files dropped anywhere, or picked by a button. */
import { doingOf } from '../../web/src/three/doing.ts';
import { button } from '../shell/dom.ts';
import { fileButton, type Given, takeDrops } from '../shell/files.ts';
import { Latest } from '../shell/latest.ts';
import { capital } from '../shell/units.ts';
import type { Hero } from './hero.ts';
import type { Doorman, Welcome } from './own.ts';

const accept = '.urdf,.xacro,.glb,.gltf,.vrm,.bin,.stl,.dae,.obj,image/*';
const names = { robot: 'Panda', character: 'figure' };

/** `section`: the first one, with a row of buttons and a line for sentences. */
export function takeFiles(section: HTMLElement, hero: Hero): void {
  section.closest('main')!.limberDemo = hero;
  const latest = new Latest();
  let doorman: Doorman | null = null;
  const row = section.querySelector('.actions')!;
  const said = section.querySelector<HTMLElement>('.said')!;
  const back = button('', 'back', () => {
    latest.forget();
    hero.guest = null;
    say(invitation);
    row.querySelector<HTMLElement>('[name=files]')!.focus();
  });

  const say = (text: string, lacks = false): void => {
    said.textContent = text;
    folder.hidden = !lacks;
    said.classList.remove('note');
    back.hidden = !hero.guest;
    if (hero.guest) back.textContent = `Back to the ${names[hero.guest.takes]}`;
  };

  const ask = async (given: Promise<readonly Given[]>): Promise<Welcome> => {
    const [files, { Doorman }] = await Promise.all([given, import('./own.ts')]);
    doorman ??= new Doorman();
    return doorman.open(files);
  };

  const open = (given: Promise<readonly Given[]>): void =>
    doingOf(section).during(
      'loading',
      latest.take(() => ask(given), {
        show({ guest, text, lacks }) {
          hero.guest = guest;
          say(text, lacks);
        },
        refuse(error) {
          const reason = error instanceof Error ? error.message : String(error);
          say(capital(reason).replace(/\.?$/, '.'));
          said.classList.add('note');
        },
        drop: ({ guest }) => guest.dispose(),
      }),
    );

  const folder = fileButton('Open its folder', 'folder', open, { webkitdirectory: true });
  row.append(fileButton('Open a file', 'files', open, { accept }), folder, back);
  takeDrops(open);
  say(invitation);
}

const invitation = 'Try your own: open or drop a URDF or a GLB.';
