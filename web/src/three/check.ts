/** Checks arguments early: three.js would draw nothing, or fail deep inside. */
import { Box3, Object3D } from 'three';
import { LimberError, show } from '../describe/errors.ts';
import type { ModelLike } from './model-like.ts';

function refuse(what: string, wanted: string, value: unknown): never {
  throw new LimberError('badDescription', `${what} must be ${wanted}, not ${show(value)}`);
}

/** What a view asks of a page besides elements. */
const needed = ['IntersectionObserver', 'ResizeObserver', 'matchMedia'] as const;

export function checkHost(host: HTMLElement): HTMLElement {
  if (typeof host?.getBoundingClientRect !== 'function')
    return refuse("a View's host", 'an element of the page; look at what you asked the document for', host);
  const missing = needed.find((name) => typeof globalThis[name] !== 'function');
  if (!missing) return host;
  throw new LimberError('unsupported', `a View needs ${missing}, which is missing here; use a browser`);
}

export function checkModel(model: ModelLike): ModelLike {
  const links = model?.links as ModelLike['links'] | undefined;
  if (Array.isArray(links) && links.every((link: Partial<ModelLike['links'][number]>) => link.motions))
    return model;
  return refuse("an ArmShape's model", 'a Model, as Model.from makes it of a description', model);
}

export function checkPoses(poses: ArrayLike<number>, links: number): void {
  if (!(poses?.length >= 7 * links))
    refuse('poses', `seven numbers for each of ${links} links, as problem.state.poses`, poses);
}

export function checkFramed(what: unknown): void {
  if (!(what instanceof Box3 || what instanceof Object3D))
    refuse('what a view frames', 'a Box3 or an Object3D, as arm.reachBox()', what);
}

export function checkView<T extends { invalidate(): void }>(view: T): T {
  if (typeof view?.invalidate === 'function') return view;
  return refuse("a handle's first argument", 'the View that it is in', view);
}
