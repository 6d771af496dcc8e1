import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { cleanHtml } from './clean-html.ts';
import { looksLikeMarkdown, sliceOfMarkdown } from './markdown-paste.ts';

/**
 * What becomes of what's pasted and dropped: files are uploaded, HTML is cleaned, and plain text that looks like Markdown is read as such.
 *
 * @param onFiles told of files and where they're to stand; null when the field takes none
 */
export function pasteExtension(onFiles: ((files: readonly File[], position: number) => void) | null) {
  return Extension.create({
    name: 'paste',
    // Before what makes links of pasted addresses.
    priority: 90,
    addProseMirrorPlugins() {
      const { editor } = this;
      const pictures = (data: DataTransfer | null): File[] =>
        onFiles
          ? [...(data?.files ?? [])].filter(({ type, name }) => type.startsWith('image/') || /\.hei[cf]$/i.test(name))
          : [];
      return [
        new Plugin({
          props: {
            transformPastedHTML: (html) => cleanHtml(html),
            handlePaste(view, event) {
              const data = event.clipboardData;
              const html = data?.getData('text/html') ?? '';
              const files = pictures(data);
              // Word and Excel add a picture of the text that is copied.
              if (files.length > 0 && !hasText(html)) {
                onFiles?.(files, view.state.selection.from);
                return true;
              }
              const text = data?.getData('text/plain') ?? '';
              const isCode = view.state.selection.$from.parent.type.spec.code;
              if (isCode || (html && !isOfCodeEditor(html)) || !looksLikeMarkdown(text)) return false;
              const slice = sliceOfMarkdown(editor, text);
              if (!slice) return false;
              view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true));
              return true;
            },
            handleDrop(view, event) {
              const files = pictures(event.dataTransfer);
              if (files.length === 0) return false;
              event.preventDefault();
              const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
              onFiles?.(files, at ?? view.state.selection.from);
              return true;
            },
          },
        }),
      ];
    },
  });
}

function hasText(html: string): boolean {
  return (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').trim() !== '';
}

/** Editors of code copy their lines as coloured HTML beside the text. */
function isOfCodeEditor(html: string): boolean {
  return /<meta[^>]*><div style="[^"]*font-family:[^"]*(?:mono|consolas|menlo)/i.test(html);
}
