/** A card whose picture can move, unless the reader prefers reduced motion. */
import { onTheme } from './looks.ts';

const still = matchMedia('(prefers-reduced-motion: reduce)');

export class MovingCard {
  readonly #moving = new Image(480, 360);
  readonly #poster: HTMLImageElement;
  #playing = false;

  /** `addresses`: of moving pictures, by the paths of their files, which end like `name-dark-moving.webp`. */
  constructor(
    card: HTMLElement,
    private readonly addresses: Readonly<Record<string, string>>,
  ) {
    this.#moving.alt = '';
    this.#moving.className = 'moving';
    this.#poster = card.querySelector<HTMLImageElement>('.poster img')!;
    onTheme(() => this.#playing && this.play());
  }

  play(): void {
    const moving = this.#moving;
    const address = this.#address();
    this.#playing = !still.matches && address !== undefined;
    if (!this.#playing) return;
    moving.src = address!;
    // Until then the still picture is shown.
    void moving.decode().then(
      () => this.#playing && this.#poster.after(moving),
      () => {},
    );
  }

  stop(): void {
    this.#playing = false;
    this.#moving.remove();
  }

  #address(): string | undefined {
    const { currentSrc, src } = this.#poster;
    const theme = currentSrc.includes('-dark') ? 'dark' : 'light';
    const name = src
      .split('/')
      .at(-1)!
      .replace(/-light.*/, '');
    const found = Object.keys(this.addresses).find((path) => path.endsWith(`/${name}-${theme}-moving.webp`));
    return found && this.addresses[found];
  }
}
