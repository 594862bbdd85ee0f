import { make } from '../shell/dom.ts';
import { fileButton, takeDrops, type Given } from '../shell/files.ts';
import type { RobotSource } from './catalogue.ts';
import { readFiles, refusalOf, sourceOf } from './files.ts';

export interface Opening {
  /** The robot that is shown now: meshes alone belong to it. */
  present(): RobotSource;
  show(robot: RobotSource): void;
  /** What is wrong with the files. */
  refuse(reason: HTMLElement): void;
}

const accept = '.urdf,.xacro,.xml,.stl,.dae,.obj,.png,.jpg,.jpeg';

/** Robots out of files that are dropped or picked. What cannot be used is said, and the robot before stays. */
export class Opener {
  /** Files come one after another: only the last is shown. */
  private turn = 0;

  constructor(private readonly opening: Opening) {}

  /** Two buttons with a sentence below; from now on the page takes drops, too. */
  element(sentence: string): HTMLElement {
    const open = (given: Promise<readonly Given[]>) => void this.open(given);
    takeDrops(open);
    return make(
      'div',
      { className: 'open' },
      fileButton('Open files…', 'files', open, { accept }),
      fileButton('Open folder…', 'folder', open, { webkitdirectory: true }),
      make('p', {}, sentence),
    );
  }

  /** Another robot has been picked: files that are still being read come too late. */
  forget(): void {
    this.turn += 1;
  }

  private async open(coming: Promise<readonly Given[]>): Promise<void> {
    const turn = (this.turn += 1);
    const { opening } = this;
    let [file, text] = ['What you dropped', ''];
    try {
      const given = await coming;
      file = given[0]?.file.name ?? file;
      const read = await readFiles(given, opening.present());
      if (turn !== this.turn) return;
      [file, text] = [read.name, read.text];
      opening.show(sourceOf(file, text, read.given));
    } catch (error) {
      if (turn === this.turn) opening.refuse(refusalOf(file, error, text));
    }
  }
}
