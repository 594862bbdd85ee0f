/** Styles of the landscape's words and panel; its heights are reserved in ../../style.ts. */
const css = `
.names { position: absolute; inset: 0; font-size: 0.75rem; }
.names span {
  position: absolute;
  left: 0;
  top: 0;
  white-space: nowrap;
  color: var(--limber-ink, CanvasText);
  text-shadow: 0 0 3px var(--limber-background, Canvas), 0 0 6px var(--limber-background, Canvas);
}
.names .tick, .names .axis { opacity: 0.7; font-variant-numeric: tabular-nums; }
.names .valley { margin-top: 1.1rem; font-weight: 650; font-size: 0.8125rem; }
.first, .text, .balls, .without { line-height: 1.4; }
.first { display: flex; flex-wrap: wrap; gap: 0.5rem 1.25rem; align-items: center; width: 100%; }
.presets { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.drop {
  min-width: 8.5rem;
  min-height: 3.25rem;
  border: 0;
  background: var(--limber-goal, #1f6feb);
  color: #fff;
  font-size: 1.125rem;
  font-weight: 650;
}
[data-theme='dark'] .drop { background: var(--limber-goal, #4c94ff); color: #08101f; }
.presets button[aria-pressed='true'] { border-color: currentColor; font-weight: 650; box-shadow: inset 0 0 0 1px currentColor; }
.panel p { margin: 0; width: 100%; }
.text { font-size: 1rem; }
.without { opacity: 0.75; }
.balls {
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: 0.375rem;
  width: 100%;
  margin: 0;
  padding: 0;
  list-style: none;
}
.row {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  width: 100%;
  height: 100%;
  padding: 0.4rem 0.6rem;
  border-color: transparent;
  text-align: left;
}
.row b { display: flex; align-items: center; gap: 0.5em; }
.row i { flex: none; width: 0.8em; height: 0.8em; border-radius: 50%; background: var(--ball); }
.row small { opacity: 0.75; font-size: 0.8125rem; }
.row :is(.says, small) { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.row .says { min-height: 1.4em; font-variant-numeric: tabular-nums; font-size: 0.8125rem; }
.row[aria-pressed='true'] { border-color: var(--ball); box-shadow: inset 0 0 0 1px var(--ball); }
@container (width < 52rem) {
  .text { min-height: 2.8em; }
  .balls { grid-template-columns: repeat(3, minmax(0, 1fr)); }
}
@container (width < 36rem) {
  .balls { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .presets { display: grid; grid-template-columns: 1fr 1fr; width: 100%; }
  .drop { width: 100%; }
  .text { min-height: 4.2em; }
}
`;

let shared: CSSStyleSheet | undefined;

/** Adds them to an element's shadow tree, once. */
export function dress(root: Node): void {
  if (!(root instanceof ShadowRoot)) return;
  if (!shared) {
    shared = new CSSStyleSheet();
    shared.replaceSync(css);
  }
  if (!root.adoptedStyleSheets.includes(shared))
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, shared];
}
