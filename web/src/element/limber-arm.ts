import { doingOf } from '../three/doing.ts';
import { LimberError, sentenceOf } from '../describe/errors.ts';
import {
  attributeNames,
  faultIn,
  readSetting,
  readSettings,
  writeSetting,
  type ArmSettings,
  type AttributeName,
} from './attributes.ts';
import { type ErrorDetail, type LimberArmEventMap, type ReadyDetail } from './events.ts';
import type { LiveArm, Past } from './live/index.ts';
import { loadLive } from './load.ts';
import { forget, whenNear } from './nearness.ts';
import { fetchSource } from './source.ts';
import { styleSheets } from './style.ts';
import { followTheme } from './theme.ts';

/** Outside a page the class can be loaded, but no element can be made. */
const Base = globalThis.HTMLElement ?? class {};

function make<K extends keyof HTMLElementTagNameMap>(tag: K, name: string): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.className = name;
  element.setAttribute('part', name);
  return element;
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- accessors come from the table below
export interface LimberArm extends ArmSettings {
  addEventListener<K extends keyof LimberArmEventMap>(
    type: K,
    listener: (this: LimberArm, event: LimberArmEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<K extends Exclude<keyof HTMLElementEventMap, keyof LimberArmEventMap>>(
    type: K,
    listener: (this: LimberArm, event: HTMLElementEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/**
 * `<limber-arm>`: an arm with targets to drag. Its settings are attributes, and properties of the same names;
 * all can be changed at any time. Its children are shown until it is drawn, and if it cannot be drawn.
 *
 * Events: `ready`, `solve`, `error` (they do not bubble). Parts: `stage` (once it is near the viewport it has
 * `data-state`: `loading`, `moving`, `resting` or `failed`), `poster`, `progress`, `note`,
 * `pause`, `reset`, `panel`. Custom properties: every colour of a view (`--limber-goal`, `--limber-link`, see `Palette` in
 * limber/three), and `--limber-aspect` (width / height, default 4 / 3), `--limber-ink`, `--limber-accent`,
 * `--limber-line`, `--limber-radius`, `--limber-font`.
 */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- see above
export class LimberArm extends Base {
  static readonly observedAttributes: readonly string[] = [...attributeNames, 'aria-label'];

  readonly #stage = make('div', 'stage');
  readonly #note = make('p', 'note');
  readonly #panel = make('fieldset', 'panel');
  #poster: HTMLImageElement | null = null;
  #live: LiveArm | null = null;
  /** Aborts the current change when another one begins. */
  #bringing: AbortController | null = null;
  /** True once it has come near the viewport: it is or will be live. */
  #wanted = false;
  #refreshing = false;
  /** Pose and targets from before its removal from the page. */
  #past: Past | null = null;
  #unfollow = (): void => {};
  /** Shown until the arm and its meshes are. */
  #progress: HTMLProgressElement | null = null;

  constructor() {
    super();
    this.#note.setAttribute('role', 'status');
    this.#stage.append(document.createElement('slot'), this.#note);
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = styleSheets();
    root.append(this.#stage, this.#panel);
  }

  connectedCallback(): void {
    this.#upgrade();
    this.#showPoster();
    this.#unfollow();
    this.#unfollow = followTheme(this, [this.#stage, this.#panel], () => this.#live?.followTheme());
    // An element that was only moved within the page continues.
    if (!this.#wanted) this.#wait();
  }

  disconnectedCallback(): void {
    // An element that is moved, or mounted twice as in React's strict mode, is back before this task ends.
    queueMicrotask(() => {
      if (!this.isConnected) this.#stop();
    });
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now || !this.isConnected) return;
    if (name === 'poster') this.#showPoster();
    else if (name === 'loading' && !this.#wanted) this.#wait();
    else if (this.#wanted) this.#refresh();
  }

  #wait(): void {
    forget(this);
    const start = () => {
      this.#wanted = true;
      this.#bring();
    };
    if (this.loading === 'eager') start();
    else whenNear(this, start);
  }

  #stop(): void {
    forget(this);
    this.#unfollow();
    this.#bringing?.abort();
    this.#endProgress();
    this.#past = this.#live?.past ?? this.#past;
    this.#live?.dispose();
    lastReady.delete(this);
    this.#live = null;
    this.#wanted = false;
  }

  /** Combines many attribute changes in one task into one change of the arm. */
  #refresh(): void {
    if (this.#refreshing) return;
    this.#refreshing = true;
    const endWaiting = doingOf(this.#stage).begin('loading');
    queueMicrotask(() => {
      endWaiting();
      this.#refreshing = false;
      if (this.#wanted) this.#bring();
    });
  }

  #bring(): void {
    this.#bringing?.abort();
    const controller = (this.#bringing = new AbortController());
    const becoming = this.#become(controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) this.#complain(error);
    });
    doingOf(this.#stage).during('loading', becoming);
  }

  /** Applies the attributes. */
  async #become(signal: AbortSignal): Promise<void> {
    const settings = readSettings(this);
    const progress = this.#live ? null : this.#showProgress();
    // Beside the live part, which is larger.
    const file =
      progress && settings.src
        ? fetchSource(settings.src, signal, (part) => (progress.value = Math.max(progress.value, part / 2)))
        : undefined;
    // Reported where it is awaited.
    file?.catch(() => {});
    const { LiveArm } = await loadLive();
    if (signal.aborted) return;
    this.#live ??= new LiveArm({ owner: this, stage: this.#stage, panel: this.#panel }, this.#past);
    if (progress) progress.value = Math.max(progress.value, 0.6);
    const detail = await this.#live.become(settings, signal, file);
    if (signal.aborted) return;
    if (progress) progress.value = 0.9;
    this.#stage.removeAttribute('data-failed');
    this.#note.textContent = '';
    if (!detail) return this.#endProgress();
    lastReady.set(this, detail);
    this.dispatchEvent(new CustomEvent('ready', { detail }));
    const missing = await this.#live.missing;
    if (signal.aborted) return;
    this.#endProgress();
    if (missing.length > 0)
      throw new LimberError('loadFailed', `meshes could not be loaded: ${missing.join('; ')}`);
    const fault = faultIn(this);
    if (fault !== null) throw new LimberError('badOption', fault);
  }

  #showProgress(): HTMLProgressElement {
    if (this.#progress) return this.#progress;
    const progress = (this.#progress = make('progress', 'progress'));
    progress.value = 0.05;
    progress.setAttribute('aria-label', 'Loading');
    this.#stage.append(progress);
    return progress;
  }

  #endProgress(): void {
    this.#progress?.remove();
    this.#progress = null;
  }

  #complain(error: unknown): void {
    this.#endProgress();
    const known = error instanceof LimberError;
    const code = known ? error.code : 'loadFailed';
    const reason = error instanceof Error ? error.message : String(error);
    const message = known ? reason : `the arm could not be loaded: ${reason}`;
    const picture = this.#poster ?? this.querySelector('img, picture, svg');
    // If nothing will be drawn, no space is reserved.
    this.#stage.toggleAttribute('data-failed', !picture && !('alive' in this.#stage.dataset));
    this.#note.textContent = sentenceOf(message);
    doingOf(this.#stage).fail();
    this.dispatchEvent(new CustomEvent<ErrorDetail>('error', { detail: { code, message } }));
  }

  #showPoster(): void {
    const { poster } = this;
    this.#poster?.remove();
    this.#poster = poster ? make('img', 'poster') : null;
    if (!this.#poster) return;
    this.#poster.alt = '';
    this.#poster.loading = this.loading;
    this.#poster.referrerPolicy = 'no-referrer';
    this.#poster.addEventListener('error', (event) => (event.currentTarget as Element).remove());
    this.#poster.src = poster;
    this.#stage.prepend(this.#poster);
  }

  /** Properties set before the class was defined hide the accessors. */
  #upgrade(): void {
    for (const name of attributeNames) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }
}

function addAccessor<K extends AttributeName>(name: K): void {
  Object.defineProperty(LimberArm.prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: LimberArm) {
      return readSetting(this, name);
    },
    set(this: LimberArm, value: ArmSettings[K]) {
      const text = writeSetting(name, value);
      if (text === null) this.removeAttribute(name);
      else this.setAttribute(name, text);
    },
  });
}

attributeNames.forEach(addAccessor);

/** The last `ready` event of each element. */
const lastReady = new WeakMap<LimberArm, ReadyDetail>();

/** Also calls a `ready` listener that is added late: frameworks add theirs long after the page was parsed. */
LimberArm.prototype.addEventListener = function (
  this: LimberArm,
  type: string,
  listener: EventListenerOrEventListenerObject | null,
  options?: boolean | AddEventListenerOptions,
): void {
  if (!listener) return;
  Base.prototype.addEventListener.call(this, type, listener, options);
  const detail = type === 'ready' ? lastReady.get(this) : undefined;
  if (!detail) return;
  queueMicrotask(() => {
    const event = new CustomEvent('ready', { detail });
    for (const key of ['target', 'currentTarget']) Object.defineProperty(event, key, { value: this });
    if (typeof listener === 'function') listener.call(this, event);
    else listener.handleEvent(event);
    if (typeof options === 'object' && options.once) this.removeEventListener(type, listener, options);
  });
};
