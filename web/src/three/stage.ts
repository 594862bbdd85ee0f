import {
  type Camera,
  PCFShadowMap,
  REVISION,
  type Scene,
  type ToneMapping,
  VSMShadowMap,
  WebGLRenderer,
} from 'three';

/** The methods of a `View` that the stage uses. */
export interface StageView {
  readonly host: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  /** Advances and draws through `Stage.render`; true: draw again in the next animation frame. */
  drawFrame(milliseconds: number): boolean;
  /** Frees the view's GPU memory; it is allocated again when the view is next drawn. */
  releaseGpu(): void;
  /** Called when the page's theme or motion preference changes. */
  pageChanged(): void;
  /** Whether a frame of it is due: false until something changes, or while it is out of sight. */
  tellDue(due: boolean): void;
}

declare global {
  interface Window {
    /** False: views go through all of a frame but the drawing, for tests that look at no pixels. Default: true. */
    limberDraws?: boolean;
  }
}

/** Bookkeeping for one view. */
interface Entry {
  /** Null until the browser has said so. */
  visible: boolean | null;
  dirty: boolean;
  /** Size of the host in CSS pixels. */
  width: number;
  height: number;
}

/** three.js has its `NeutralToneMapping` since version 162. */
const neutral = 7 as ToneMapping;

/** Most device pixels per CSS pixel; more are not worth their cost. */
const maxPixelRatio = 2;

const noSize = { width: 0, height: 0 };

/** True if the CPU draws, for lack of a graphics card or its driver. */
function isDrawnInSoftware(gl: WebGL2RenderingContext): boolean {
  const name = gl.getParameter(gl.RENDERER) as string;
  // Chromium and Safari expose it only through this extension; Firefox warns about it.
  const info = name === 'WebKit WebGL' ? gl.getExtension('WEBGL_debug_renderer_info') : null;
  const renderer = info ? (gl.getParameter(info.UNMASKED_RENDERER_WEBGL) as string) : name;
  return /swiftshader|llvmpipe|software|basic render/i.test(renderer);
}

/**
 * The single WebGL context of a page. Every `View` is drawn by the stage's single renderer and copied onto
 * the view's own 2D canvas, so that a page may hold any number of views. Draws on demand: one animation-frame
 * loop that runs only while a visible view has changes.
 */
export class Stage {
  /**
   * The page's stage, made at the first call. Its WebGL context is made at the first drawing or by
   * `available()`.
   */
  static shared(): Stage {
    return (Stage.#instance ??= new Stage());
  }
  static #instance: Stage | null = null;

  /**
   * Whether the page can have WebGL. Makes the shared context (once). If false, leave pictures in place; a
   * `View` made anyway draws nothing and keeps its canvas and handles hidden.
   */
  static available(): boolean {
    return Stage.shared().available;
  }

  /** Views drawn since the stage was made. */
  framesDrawn = 0;
  /** WebGL contexts made since the stage was made: 0 or 1. */
  contextsCreated = 0;
  /** True between loss and restoration of the context. */
  contextLost = false;

  readonly #entries = new Map<StageView, Entry>();
  readonly #entryOfHost = new WeakMap<Element, Entry>();
  #source: HTMLCanvasElement | null = null;
  #gl: WebGL2RenderingContext | null = null;
  #renderer: WebGLRenderer | null = null;
  #tried = false;
  #frameRequest = 0;
  #lent = false;
  #visibility: IntersectionObserver | null = null;
  #sizes: ResizeObserver | null = null;
  #themeAttribute: MutationObserver | null = null;
  #resolution: MediaQueryList | null = null;
  #darkScheme: MediaQueryList | null = null;
  #motion: MediaQueryList | null = null;

  private constructor() {}

  /** False if WebGL could not be made. */
  get available(): boolean {
    if (!this.#tried) this.#makeContext();
    return this.#gl !== null;
  }

  /**
   * True if the reader prefers reduced motion: no camera damping, and pages should not animate by themselves
   * either.
   */
  get reducedMotion(): boolean {
    return (this.#motion ?? matchMedia('(prefers-reduced-motion: reduce)')).matches;
  }

  /** Whether an animation frame is scheduled: false on an idle page. */
  get running(): boolean {
    return this.#frameRequest !== 0;
  }

  /** Device pixels per CSS pixel of the views' canvases: at most 2. */
  get pixelRatio(): number {
    return Math.min(devicePixelRatio, maxPixelRatio);
  }

  /** Used by `View`: starts watching its host for size and visibility. */
  add(view: StageView): void {
    if (this.#entries.size === 0) this.#listen();
    const { clientWidth: width, clientHeight: height } = view.host;
    const entry: Entry = { visible: null, dirty: true, width, height };
    this.#entries.set(view, entry);
    this.#entryOfHost.set(view.host, entry);
    this.#visibility!.observe(view.host);
    this.#sizes!.observe(view.host);
    view.tellDue(true);
  }

  /** Used by `View`. */
  remove(view: StageView): void {
    if (!this.#entries.delete(view)) return;
    this.#entryOfHost.delete(view.host);
    this.#visibility!.unobserve(view.host);
    this.#sizes!.unobserve(view.host);
    if (this.#entries.size === 0) this.#unlisten();
  }

  /** Used by `View`: draws it in the next animation frame in which it is visible. */
  invalidate(view: StageView): void {
    const entry = this.#entries.get(view);
    if (!entry) return;
    entry.dirty = true;
    view.tellDue(this.#isDue(entry));
    if (entry.visible) this.#request();
  }

  /** Used by `View`: the size of its host in CSS pixels. */
  sizeOf(view: StageView): { readonly width: number; readonly height: number } {
    return this.#entries.get(view) ?? noSize;
  }

  /** True if there is a context now. A lost one reports it before the event arrives. */
  get canDraw(): boolean {
    return this.available && !this.contextLost && !this.#gl!.isContextLost();
  }

  /**
   * Draws a scene into the shared canvas and copies it onto `target`. False: nothing was drawn, and `target`
   * keeps its last picture.
   */
  render(scene: Scene, camera: Camera, target: CanvasRenderingContext2D): boolean {
    if (!this.canDraw) return false;
    if (window.limberDraws === false) {
      // The renderer does so, and whoever picks an object by its place counts on it.
      scene.updateMatrixWorld();
      camera.updateMatrixWorld();
      this.framesDrawn += 1;
      return true;
    }
    const { width, height } = target.canvas;
    const renderer = this.#ownRenderer;
    const source = this.#source!;
    if (source.width < width || source.height < height) {
      renderer.setSize(Math.max(source.width, width), Math.max(source.height, height), false);
    }
    renderer.setViewport(0, 0, width, height);
    renderer.setScissor(0, 0, width, height);
    renderer.render(scene, camera);
    if (this.#gl!.isContextLost()) return false;
    // Replaces the last picture even where this one is transparent.
    target.globalCompositeOperation = 'copy';
    target.drawImage(source, 0, source.height - height, width, height, 0, 0, width, height);
    this.framesDrawn += 1;
    return true;
  }

  /** Used by `enterXR`: lends the renderer, or takes it back (null). No view is drawn meanwhile; those that are due wait. */
  lend(lent: boolean): WebGLRenderer | null {
    this.#lent = lent;
    this.#schedule();
    return lent ? this.#ownRenderer : null;
  }

  /** Frees the context and all listeners; the next `shared()` is a new stage. Dispose the views first. */
  dispose(): void {
    if (this.#entries.size > 0) this.#unlisten();
    this.#entries.clear();
    this.#source?.removeEventListener('webglcontextlost', this.#onContextLost);
    this.#source?.removeEventListener('webglcontextrestored', this.#onContextRestored);
    this.#renderer?.dispose();
    this.#gl?.getExtension('WEBGL_lose_context')?.loseContext();
    this.#renderer = null;
    this.#gl = null;
    this.#tried = true;
    if (Stage.#instance === this) Stage.#instance = null;
  }

  #makeContext(): void {
    this.#tried = true;
    const source = document.createElement('canvas');
    source.width = source.height = 1;
    // Before the renderer adds its own listeners: see onContextLost.
    source.addEventListener('webglcontextlost', this.#onContextLost);
    source.addEventListener('webglcontextrestored', this.#onContextRestored);
    // Not left to three.js, which reports missing WebGL on the console.
    this.#gl = source.getContext('webgl2', {
      alpha: true,
      antialias: true,
      depth: true,
      stencil: false,
      powerPreference: 'high-performance',
    });
    if (!this.#gl) return;
    this.#source = source;
    this.contextsCreated += 1;
  }

  get #ownRenderer(): WebGLRenderer {
    return (this.#renderer ??= this.#makeRenderer());
  }

  #makeRenderer(): WebGLRenderer {
    const renderer = new WebGLRenderer({ canvas: this.#source!, context: this.#gl! });
    renderer.setScissorTest(true);
    renderer.shadowMap.enabled = true;
    // On the CPU soft edges cost more than everything else.
    renderer.shadowMap.type = isDrawnInSoftware(this.#gl!) ? PCFShadowMap : VSMShadowMap;
    if (Number.parseInt(REVISION) >= 162) renderer.toneMapping = neutral;
    return renderer;
  }

  /**
   * Three's own recovery writes to the console and leaves listeners of its dead caches on every geometry.
   * Instead, views release everything that the lost context held, and a new renderer is made for the restored
   * one.
   */
  readonly #onContextLost = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    this.contextLost = true;
    for (const [view, entry] of this.#entries) {
      view.releaseGpu();
      entry.dirty = true;
    }
    this.#renderer?.dispose();
    this.#renderer = null;
    this.#tellDue();
  };

  readonly #onContextRestored = (event: Event): void => {
    event.stopImmediatePropagation();
    this.contextLost = false;
    this.#invalidateAll();
  };

  #schedule(): void {
    this.#tellDue();
    for (const { dirty, visible } of this.#entries.values()) if (dirty && visible) return this.#request();
  }

  #request(): void {
    if (this.#frameRequest || !this.#drawsNow) return;
    this.#frameRequest = requestAnimationFrame(this.#onAnimationFrame);
  }

  get #drawsNow(): boolean {
    return !document.hidden && !this.#lent && !this.contextLost && this.available;
  }

  #isDue({ dirty, visible }: Entry): boolean {
    if (!dirty || visible === false) return false;
    return visible === null || this.contextLost || this.#drawsNow;
  }

  #tellDue(): void {
    for (const [view, entry] of this.#entries) view.tellDue(this.#isDue(entry));
  }

  readonly #onAnimationFrame = (now: number): void => {
    this.#frameRequest = 0;
    try {
      for (const [view, entry] of this.#entries) {
        if (!entry.visible || !entry.dirty || this.#lent) continue;
        entry.dirty = false;
        if (view.drawFrame(now)) entry.dirty = true;
      }
    } finally {
      this.#schedule();
    }
  };

  #invalidateAll(): void {
    for (const entry of this.#entries.values()) entry.dirty = true;
    this.#schedule();
  }

  #listen(): void {
    this.#visibility = new IntersectionObserver(this.#onIntersection, { rootMargin: '10%' });
    this.#sizes = new ResizeObserver(this.#onResize);
    this.#themeAttribute = new MutationObserver(this.#onPageChanged);
    this.#themeAttribute.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['data-theme'],
    });
    this.#darkScheme = matchMedia('(prefers-color-scheme: dark)');
    this.#darkScheme.addEventListener('change', this.#onPageChanged);
    this.#motion = matchMedia('(prefers-reduced-motion: reduce)');
    this.#motion.addEventListener('change', this.#onPageChanged);
    document.addEventListener('visibilitychange', this.#onVisibilityChange);
    this.#watchResolution();
  }

  #unlisten(): void {
    this.#visibility?.disconnect();
    this.#sizes?.disconnect();
    this.#themeAttribute?.disconnect();
    this.#darkScheme?.removeEventListener('change', this.#onPageChanged);
    this.#motion?.removeEventListener('change', this.#onPageChanged);
    this.#resolution?.removeEventListener('change', this.#onResolution);
    document.removeEventListener('visibilitychange', this.#onVisibilityChange);
    cancelAnimationFrame(this.#frameRequest);
    this.#frameRequest = 0;
  }

  /** A media query covers only one resolution: make the next one after each change. */
  #watchResolution(): void {
    this.#resolution?.removeEventListener('change', this.#onResolution);
    this.#resolution = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    this.#resolution.addEventListener('change', this.#onResolution);
  }

  readonly #onResolution = (): void => {
    this.#watchResolution();
    this.#invalidateAll();
  };

  readonly #onPageChanged = (): void => {
    for (const view of this.#entries.keys()) view.pageChanged();
  };

  readonly #onVisibilityChange = (): void => {
    if (!document.hidden) this.#invalidateAll();
  };

  readonly #onIntersection = (changes: IntersectionObserverEntry[]): void => {
    for (const change of changes) {
      const entry = this.#entryOfHost.get(change.target);
      if (entry) entry.visible = change.isIntersecting;
    }
    this.#schedule();
  };

  readonly #onResize = (changes: ResizeObserverEntry[]): void => {
    for (const change of changes) {
      const entry = this.#entryOfHost.get(change.target);
      if (!entry) continue;
      const { clientWidth, clientHeight } = change.target;
      if (entry.width !== clientWidth || entry.height !== clientHeight) {
        entry.width = clientWidth;
        entry.height = clientHeight;
        entry.dirty = true;
      }
    }
    this.#schedule();
  };
}
