import { doingOf } from '../../web/src/three/doing.ts';
import { make } from '../shell/dom.ts';
import { fileButton, takeDrops, type Given } from '../shell/files.ts';
import { Latest } from '../shell/latest.ts';
import type { RobotSource } from './catalogue.ts';
import { readFiles, refusalOf, sourceOf } from './files.ts';

export interface Opening {
  /** The current robot: meshes alone belong to it. */
  present(): RobotSource;
  show(robot: RobotSource): void;
  /** Reports an error in the files. */
  refuse(reason: HTMLElement): void;
}

const accept = '.urdf,.xacro,.xml,.stl,.dae,.obj,.png,.jpg,.jpeg';

/** Opens robots from dropped, picked or pasted files. Errors are reported, and the current robot stays. */
export class Opener {
  readonly #latest = new Latest();

  constructor(private readonly opening: Opening) {}

  /** Two buttons; from now on the page accepts drops and pastes, too. */
  element(): HTMLElement {
    const open = (given: Promise<readonly Given[]>) =>
      doingOf(element.closest<HTMLElement>('.run')!).during('loading', this.#open(given));
    takeDrops(open);
    document.addEventListener('paste', ({ target, clipboardData }) => {
      const text = clipboardData?.getData('text') ?? '';
      const isField = target instanceof Element && target.matches('input, textarea');
      const file = new File([text], 'pasted.urdf');
      if (!isField && /^\s*</.test(text)) open(Promise.resolve([{ path: file.name, file }]));
    });
    const element = make(
      'div',
      { className: 'open' },
      fileButton('Open a URDF', 'files', open, { accept }),
      fileButton('Open a folder', 'folder', open, { webkitdirectory: true }),
    );
    return element;
  }

  /** Another robot has been picked: discard files that are still being read. */
  forget(): void {
    this.#latest.forget();
  }

  #open(coming: Promise<readonly Given[]>): Promise<void> {
    const { opening } = this;
    let [file, text] = ['What you dropped', ''];
    return this.#latest.take(
      async () => {
        const given = await coming;
        file = given[0]?.file.name ?? file;
        return readFiles(given, opening.present());
      },
      {
        show(read) {
          [file, text] = [read.name, read.text];
          opening.show(sourceOf(file, text, read.given));
        },
        refuse: (error) => opening.refuse(refusalOf(file, error, text)),
      },
    );
  }
}
