/** The parts of a page beside its view: those of the picked panel show. */

export interface Panel {
  readonly element: HTMLElement;
  /** Shown with it: in the fold, beside the buttons, among the numbers. */
  readonly more?: HTMLElement;
  readonly bar?: readonly HTMLElement[];
  readonly numbers?: readonly HTMLElement[];
  /** Shown only while the page's pick `panel` is this. */
  readonly tab?: string;
  /** Called a few times per second, and after every change. */
  update(): void;
  /** Makes a frame, usually by `solve`. For one panel at a time. */
  step?(solve: () => void, dt: number): void;
  /** Solves in a pause for what was moved, instead of the bench. */
  settle?(): void;
  /** True while frames are due though the exhibit rests. */
  readonly busy?: boolean;
  /** True while frames are due though time is paused. */
  readonly underWay?: boolean;
  /** The page starts over. */
  reset?(): void;
}

const partsOf = ({ element, more, bar = [], numbers = [] }: Panel): readonly HTMLElement[] => [
  element,
  ...(more ? [more] : []),
  ...bar,
  ...numbers,
];

/** What panels need of a shell. */
interface Place {
  readonly extras: HTMLElement[];
  readonly form: HTMLElement;
  readonly numbers: HTMLElement;
  readonly root: HTMLElement;
  readonly picks: object;
}

export class Panels {
  constructor(
    private readonly shell: Place,
    private readonly all: readonly Panel[],
  ) {
    const fold = shell.form.querySelector('.more');
    fold?.append(...all.flatMap(({ more }) => more ?? []));
    shell.extras.push(...all.flatMap(({ bar }) => bar ?? []));
    shell.numbers.append(...all.flatMap(({ numbers }) => numbers ?? []));
    shell.form.append(...all.map(({ element }) => element), ...(fold ? [fold] : []));
  }

  get tab(): string | undefined {
    return (this.shell.picks as { readonly panel?: string }).panel;
  }

  /** Panels that show. */
  get open(): readonly Panel[] {
    return this.all.filter(({ tab = this.tab }) => tab === this.tab);
  }

  update(): void {
    const { open, tab } = this;
    if (tab) this.shell.root.dataset.panel = tab;
    for (const panel of this.all)
      for (const part of partsOf(panel)) part.toggleAttribute('hidden', !open.includes(panel));
    for (const panel of open) panel.update();
  }
}
