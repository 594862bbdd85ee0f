/** The constraint and loop editor: beside or under a view, folded up. */
import './style.css';
import { Editor, type EditorContext } from './editor.ts';

export type { EditorContext } from './editor.ts';

export interface MountedEditor {
  /** The problem has moved or is another: call it as often as you like. With a view it follows by itself. */
  refresh(): void;
  dispose(): void;
}

export function mountEditor(host: HTMLElement, context: EditorContext): MountedEditor {
  const editor = new Editor(context);
  host.append(editor.element);
  return editor;
}
