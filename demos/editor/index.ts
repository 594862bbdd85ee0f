import './style.css';
import { Editor, type EditorContext } from './editor.ts';

export type { EditorContext };

/** The constraint and loop editor: beside or under a view, folded up. */
export function mountEditor(host: HTMLElement, context: EditorContext): Pick<Editor, 'dispose'> {
  const editor = new Editor(context);
  host.append(editor.element);
  return editor;
}
