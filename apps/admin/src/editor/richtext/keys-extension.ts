import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { isEnter } from '@/ui/keys.ts';

/** Actions that keys trigger besides formatting. */
interface KeyActions {
  readonly editLink: () => void;
  readonly focusToolbar: () => void;
  /** Hands on what is held back. */
  readonly flush: () => void;
}

/**
 * Ctrl-S and Ctrl-Enter belong to the screen, which saves and publishes by them: the text only hands on all of itself first, and
 * makes no line's end. Ctrl-K edits the link, Alt-F10 goes to the toolbar, and Escape lets the next Tab leave the text where it would move in a list or a
 * table. A click below the last block makes a paragraph there. A cursor that keys moved is scrolled into view: ProseMirror does
 * so only when the browser reports the move within 50 ms.
 */
export function keysExtension({ editLink, focusToolbar, flush }: KeyActions) {
  return Extension.create({
    name: 'keys',
    addProseMirrorPlugins() {
      const { editor } = this;
      let leaves = false;
      let isMovedByKey = false;
      return [
        new Plugin({
          view: () => ({
            update({ state, dispatch }, before) {
              if (!isMovedByKey || state.selection.eq(before.selection) || !state.doc.eq(before.doc)) return;
              isMovedByKey = false;
              dispatch(state.tr.scrollIntoView());
            },
          }),
          props: {
            handleDOMEvents: {
              keydown(_view, event) {
                isMovedByKey = /^(Arrow|Home|End|Page)/.test(event.key);
                const isTab = event.key === 'Tab';
                const mayLeave = leaves;
                if (event.key !== 'Shift') leaves = event.key === 'Escape';
                if (isTab && mayLeave) return true;
                if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'k') {
                  if (!editor.schema.marks.link) return false;
                  event.preventDefault();
                  // The palette has the same shortcut everywhere else.
                  event.stopPropagation();
                  editLink();
                  return true;
                }
                if ((event.ctrlKey || event.metaKey) && (event.key === 's' || isEnter(event))) {
                  flush();
                  return true;
                }
                if (event.altKey && event.key === 'F10') {
                  event.preventDefault();
                  focusToolbar();
                  return true;
                }
                return false;
              },
              mousedown(view, event) {
                isMovedByKey = false;
                const last = view.dom.lastElementChild;
                const isBelow =
                  event.target === view.dom && last && event.clientY > last.getBoundingClientRect().bottom;
                const { doc, schema } = view.state;
                const paragraph = schema.nodes.paragraph;
                if (!isBelow || !view.editable || !paragraph || doc.lastChild?.type === paragraph) return false;
                event.preventDefault();
                editor.chain().insertContentAt(doc.content.size, { type: 'paragraph' }).focus('end').run();
                return true;
              },
            },
          },
        }),
      ];
    },
  });
}
