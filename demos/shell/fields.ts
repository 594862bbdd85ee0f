/** Form controls and places for text, by their names. */
export class Fields {
  constructor(private readonly root: ParentNode) {}

  select(name: string): HTMLSelectElement {
    return this.find(`select[name=${name}]`);
  }

  input(name: string): HTMLInputElement {
    return this.find(`input[name=${name}]`);
  }

  button(name: string): HTMLButtonElement {
    return this.find(`button[name=${name}]`);
  }

  /** Writes into `data-show`, and only what is new: a text that stays must not be laid out again. */
  write(name: string, text: string): void {
    const element = this.find(`[data-show="${name}"]`);
    if (element.textContent !== text) element.textContent = text;
  }

  find<T extends Element>(selector: string): T {
    return this.root.querySelector<T>(selector)!;
  }
}

/** The entries of a table in a select. */
export function fill(
  select: HTMLSelectElement,
  entries: readonly { readonly name: string; readonly title: string }[],
): void {
  select.replaceChildren(...entries.map(({ name, title }) => new Option(title, name)));
}

/** What a step costs, as the reader sees it. */
export const microseconds = (cost: number): string => (Number.isNaN(cost) ? '–' : `${cost.toFixed(0)} µs`);
