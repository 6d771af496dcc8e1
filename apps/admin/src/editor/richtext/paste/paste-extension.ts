import { withoutMarks } from '@stele/schema';
import { Extension } from '@tiptap/core';
import { Fragment, type Node, Slice } from '@tiptap/pm/model';
import { Plugin, type Transaction } from '@tiptap/pm/state';
import { handlePaste as handleCells } from '@tiptap/pm/tables';
import { dropPoint } from '@tiptap/pm/transform';
import type { EditorView } from '@tiptap/pm/view';
import { cleanHtml } from './clean-html.ts';
import { fitDepth } from './fit-depth.ts';
import { looksLikeMarkdown, sliceOfMarkdown } from './markdown-paste.ts';
import { type PastedPicture, PastedPictures } from './pasted-pictures.ts';

/** Callbacks for pasted and dropped content. */
interface PictureActions {
  /** Called with pictures and their places; null when the field takes none. */
  readonly onPictures: ((pictures: readonly PastedPicture[]) => void) | null;
  /** Called with the names of pictures that can't be taken in; '' for one that has none. */
  readonly onLeftOut: (names: readonly string[]) => void;
  /** Called when nothing can be made of what is pasted. */
  readonly onRefused: () => void;
  /** Called when quotes, lists or tables were taken apart because they were nested too deep. */
  readonly onFlattened: () => void;
}

/** Puts cells into a table, ahead of the tables' own extension: refuses cells on which that extension's handler fails. */
export function cellPaste(onRefused: () => void) {
  return Extension.create({
    name: 'cellPaste',
    priority: 1000,
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          handlePaste(view, event, slice) {
            try {
              return handleCells(view, event, slice);
            } catch {
              onRefused();
              return true;
            }
          },
        },
      }),
    ],
  });
}

/** Stands for a slice whose nodes don't fit into one another. */
const BROKEN = new Slice(Fragment.empty, 0, 0);

/** Handles pasted and dropped content: uploads pictures, cleans HTML, and reads plain text that looks like Markdown as such. */
export function pasteExtension({ onPictures, onLeftOut, onFlattened, onRefused }: PictureActions) {
  return Extension.create({
    name: 'cleanPaste',
    // Before the extension that makes links of pasted addresses.
    priority: 90,
    addProseMirrorPlugins() {
      const { editor } = this;
      /** Pictures of the HTML that was read last; the paste or drop that takes them in comes right after. */
      let found = new PastedPictures(false);
      const takeFound = (): PastedPictures => {
        const taken = found;
        found = new PastedPictures(false);
        return taken;
      };
      const filesOf = (data: DataTransfer | null): File[] =>
        onPictures
          ? [...(data?.files ?? [])].filter(({ type, name }) => type.startsWith('image/') || /\.hei[cf]$/i.test(name))
          : [];
      const fitted = (slice: Slice, view: EditorView): Slice => {
        if (!slice.content.content.every(isCoherent)) return BROKEN;
        const fitting = fitDepth(slice, view.state.selection.$from);
        if (fitting !== slice) onFlattened();
        return fitting;
      };
      /** Puts in content with pictures, and has them uploaded. */
      const put = (view: EditorView, pictures: PastedPictures, insert: (tr: Transaction) => void, event: string) => {
        if (pictures.leftOut.length > 0) onLeftOut(pictures.leftOut);
        if (!pictures.hasFiles) return false;
        const { tr } = view.state;
        insert(tr);
        const placed = pictures.place(tr);
        view.dispatch(
          tr
            .scrollIntoView()
            .setMeta('paste', event === 'paste')
            .setMeta('uiEvent', event),
        );
        onPictures?.(placed);
        return true;
      };
      return [
        new Plugin({
          props: {
            transformPastedText: readable,
            transformPastedHTML(html) {
              found = new PastedPictures(onPictures !== null);
              return cleanHtml(readable(html), (image) => found.take(image));
            },
            transformPasted: fitted,
            handlePaste(view, event, slice) {
              const pictures = takeFound();
              if (slice === BROKEN || !canTake(view, slice)) {
                onRefused();
                return true;
              }
              const data = event.clipboardData;
              const html = data?.getData('text/html') ?? '';
              const files = filesOf(data);
              // Word and Excel add a picture of the text that is copied.
              if (files.length > 0 && !hasText(html)) {
                onPictures?.(files.map((file) => ({ file, position: view.state.selection.from })));
                return true;
              }
              const text = readable(data?.getData('text/plain') ?? '');
              const isCode = view.state.selection.$from.parent.type.spec.code;
              if (isCode || (html && !isOfCodeEditor(html)) || !looksLikeMarkdown(text)) {
                return put(view, pictures, (tr) => tr.replaceSelection(slice), 'paste');
              }
              const markdown = sliceOfMarkdown(editor, text);
              if (!markdown) return false;
              view.dispatch(
                view.state.tr.replaceSelection(fitted(markdown, view)).scrollIntoView().setMeta('paste', true),
              );
              return true;
            },
            handleDrop(view, event, slice) {
              const pictures = takeFound();
              if (slice === BROKEN) {
                onRefused();
                event.preventDefault();
                return true;
              }
              const files = filesOf(event.dataTransfer);
              const { from } = view.state.selection;
              const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? from;
              if (files.length === 0) {
                const isTaken = put(view, pictures, (tr) => insertAt(tr, at, slice), 'drop');
                if (isTaken) event.preventDefault();
                return isTaken;
              }
              event.preventDefault();
              onPictures?.(files.map((file) => ({ file, position: at })));
              return true;
            },
          },
        }),
      ];
    },
  });
}

/** Text of a clipboard without what can't be stored, and without the marks of previews. */
function readable(text: string): string {
  return withoutMarks(text)
    .replaceAll('\0', '')
    .replaceAll(/\p{Cs}/gu, '\uFFFD');
}

/** Whether ProseMirror finds a way to put a slice in. */
function canTake({ state }: EditorView, slice: Slice): boolean {
  try {
    state.tr.replaceSelection(slice);
    return true;
  } catch {
    return false;
  }
}

/** Whether all that a node holds may stand in it: HTML may say wrongly what it was cut out of. */
function isCoherent(node: Node): boolean {
  const { contentMatch } = node.type;
  const afterFirst = contentMatch.defaultType && contentMatch.matchType(contentMatch.defaultType);
  return node.children.every(
    (child) => (contentMatch.matchType(child.type) ?? afterFirst?.matchType(child.type)) && isCoherent(child),
  );
}

function insertAt(tr: Transaction, position: number, slice: Slice): void {
  const at = dropPoint(tr.doc, position, slice) ?? position;
  tr.replaceRange(at, at, slice);
}

function hasText(html: string): boolean {
  return (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').trim() !== '';
}

/** Editors of code copy their lines as coloured HTML beside the text. */
function isOfCodeEditor(html: string): boolean {
  return /<meta[^>]*><div style="[^"]*font-family:[^"]*(?:mono|consolas|menlo)/i.test(html);
}
