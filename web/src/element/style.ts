/**
 * Styles of the shadow tree, in a constructed sheet, because a strict content security policy allows that.
 */
const css = `
:host {
  display: flex;
  flex-direction: column;
  position: relative;
  min-width: 0;
  font: 0.875rem/1.4 var(--limber-font, inherit);
  accent-color: var(--limber-accent, auto);
}
:host([hidden]) { display: none; }
.stage, .panel { color: var(--limber-ink, CanvasText); }
[data-theme='light'] { color-scheme: light; }
[data-theme='dark'] { color-scheme: dark; }
.stage {
  position: relative;
  flex: 1 1 auto;
  aspect-ratio: var(--limber-aspect, 4 / 3);
  min-height: 0;
  overflow: hidden;
  touch-action: pan-y;
  background-color: var(--limber-background, Canvas);
  border-radius: var(--limber-radius, 0);
}
.stage[data-alive] > slot, .stage[data-alive] > .poster { display: none; }
.poster, ::slotted(img), ::slotted(picture) {
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  object-fit: cover;
}
.note {
  position: absolute;
  z-index: 5;
  inset: auto 0 0;
  max-height: 100%;
  overflow: auto;
  box-sizing: border-box;
  margin: 0;
  padding: 0.5em 0.8em;
  border-left: 3px solid;
  background: var(--limber-background, Canvas);
}
.stage[data-clear] > .note { background: Canvas; }
.progress {
  position: absolute;
  z-index: 4;
  inset: auto 0 0;
  width: 100%;
  height: 3px;
  appearance: none;
  border: 0;
  color: var(--limber-accent, GrayText);
  background: none;
  animation: appear 0.3s 0.3s backwards;
}
.progress::-webkit-progress-bar { background: none; }
.progress::-webkit-progress-value { background: currentColor; }
.progress::-moz-progress-bar { background: currentColor; }
.stage:has(> .progress):not([data-alive]) { box-shadow: inset 0 0 9rem #8882; }
@keyframes appear { from { opacity: 0; } }
.stage[data-failed] { flex: none; aspect-ratio: auto; }
.stage[data-failed] > .note { position: static; }
.note:empty, .panel:empty { display: none; }
.panel {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.25rem 1.25rem;
  margin: 0;
  padding: 0.5rem 0;
  border: 0;
  min-width: 0;
}
label { display: inline-flex; align-items: center; gap: 0.5em; min-height: 2.75rem; }
input[type='range'] { width: 6rem; }
output { min-width: 2ch; font-variant-numeric: tabular-nums; }
input, select, button { font: inherit; color: inherit; }
select, button {
  min-height: 2.75rem;
  padding: 0.2em 0.8em;
  border: 1px solid var(--limber-line, GrayText);
  border-radius: 0.4em;
  background: var(--limber-background, Canvas);
  cursor: pointer;
}
:focus-visible { outline: 3px solid var(--limber-accent, LinkText); outline-offset: 2px; }
/* The landscape: arm and ground beside each other, or above each other. The place of its panel is kept. */
:host([scene='landscape']) { container-type: inline-size; }
:host([scene='landscape']) .stage:not([data-failed]) {
  flex: none;
  aspect-ratio: var(--limber-aspect, 2);
}
:host([scene='landscape']) .stage:not([data-failed]) + .panel { display: flex; align-content: start; min-height: 21.5rem; }
@container (width < 52rem) {
  :host([scene='landscape']) .stage:not([data-failed]) + .panel { min-height: 29.2rem; }
}
@container (width < 36rem) {
  :host([scene='landscape']) .stage:not([data-failed]) { aspect-ratio: var(--limber-aspect, 0.74); }
  :host([scene='landscape']) .stage:not([data-failed]) + .panel { min-height: 48.4rem; }
}
@media print {
  .panel, .pause, .reset { display: none; }
}
`;

let shared: CSSStyleSheet | undefined;

/** One style sheet for all elements of a document; none on a test runner's simulated page, which has no layout. */
export function styleSheets(): CSSStyleSheet[] {
  if (!('replaceSync' in CSSStyleSheet.prototype)) return [];
  if (!shared) {
    shared = new CSSStyleSheet();
    shared.replaceSync(css);
  }
  return [shared];
}
