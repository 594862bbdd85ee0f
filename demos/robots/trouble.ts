/** What is wrong with a file, with the line where it is. */

const longest = 160;

function lineOf(text: string, number: number): string {
  const line = text.split('\n', number)[number - 1] ?? '';
  return line.trim().slice(0, longest);
}

/** Over the view, politely but at once; nothing to say takes no room. */
export class Trouble {
  constructor(private readonly root: HTMLElement) {}

  clear(): void {
    this.root.replaceChildren();
  }

  /** A remark about what is shown. */
  say(text: string): void {
    const words = document.createElement('p');
    words.textContent = text;
    this.root.classList.add('remark');
    this.root.replaceChildren(words, this.makeClose());
  }

  /** A file that cannot be used, and its text. */
  refuse(file: string, error: unknown, text = ''): void {
    const message = error instanceof Error ? error.message : String(error);
    const words = document.createElement('p');
    const name = document.createElement('b');
    name.textContent = `${file}: `;
    words.append(name, message);
    const parts: HTMLElement[] = [words];
    const number = Number(/^line (\d+)/.exec(message)?.[1]);
    const line = number > 0 ? lineOf(text, number) : '';
    if (line !== '') {
      const quoted = document.createElement('code');
      quoted.className = 'quoted';
      quoted.textContent = `${number}  ${line}`;
      parts.push(quoted);
    }
    this.root.classList.remove('remark');
    this.root.replaceChildren(...parts, this.makeClose());
  }

  private makeClose(): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Close';
    button.addEventListener('click', () => this.clear());
    return button;
  }
}
