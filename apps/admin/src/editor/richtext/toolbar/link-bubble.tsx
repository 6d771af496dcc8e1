import type { Editor } from '@tiptap/react';
import { useEditorState } from '@tiptap/react';
import { BubbleMenu } from '@tiptap/react/menus';
import { ExternalLink, Pencil, Unlink } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { useEffect } from 'react';
import { common } from '#messages/common';
import { richtext as t } from '#messages/richtext';
import { useProject } from '@/project/project-context.tsx';
import type { EditorDialogs } from '../blocks.ts';
import { useEntryTitle } from '../use-entry-title.ts';
import { shortcut } from './mark-buttons.ts';
import { ToolButton } from './tool-button.tsx';

const KEY = 'linkBubble';

interface LinkBubbleProps {
  readonly editor: Editor;
  readonly dialogs: EditorDialogs;
}

/** Where the link with the cursor leads to, and what can be done to it. */
export function LinkBubble({ editor, dialogs }: LinkBubbleProps) {
  const { project } = useProject();
  const link = useEditorState({
    editor,
    selector: ({ editor: one }): { readonly href?: string; readonly entry?: string } => one.getAttributes('link'),
  });
  const title = useEntryTitle(link.entry ?? null);
  const address = link.entry ? `/projects/${project.id}/entries/${link.entry}` : (link.href ?? '');
  // Paths lead to the website, which isn't here.
  const canOpen = link.entry !== undefined || /^(?:https?|mailto|tel):/i.test(address);
  const words = link.entry ? (title ?? common.loading) : address;
  // The bubble is placed before it shows these words, and needs another place when they are long.
  useEffect(() => {
    if (words) editor.view.dispatch(editor.state.tr.setMeta(KEY, 'updatePosition'));
  }, [editor, words]);
  useEffect(() => {
    const { dom } = editor.view;
    const hide = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') editor.view.dispatch(editor.state.tr.setMeta(KEY, 'hide'));
    };
    dom.addEventListener('keydown', hide);
    return () => dom.removeEventListener('keydown', hide);
  }, [editor]);
  return (
    <BubbleMenu
      editor={editor}
      pluginKey={KEY}
      className="z-20 max-w-[min(26rem,92vw)]"
      options={{ placement: 'bottom-start', offset: 6, shift: { padding: 8 } }}
      getReferencedVirtualElement={() => linkAt(editor)}
      shouldShow={({ editor: one, state: { selection } }) =>
        one.isEditable && one.isFocused && selection.empty && one.isActive('link')
      }
    >
      <Toolbar.Root
        aria-label={t.link}
        className="flex items-center gap-0.5 rounded-lg border bg-surface p-1 shadow-pop"
      >
        <span
          className="min-w-0 truncate px-1.5 text-xs text-muted"
          dir="auto"
          title={link.entry ? undefined : address}
        >
          {words}
        </span>
        {canOpen && (
          <Toolbar.Link
            href={address}
            target="_blank"
            rel="noreferrer"
            aria-label={t.openLink}
            title={t.openLink}
            // The cursor stays where it is.
            onMouseDown={(event) => event.preventDefault()}
            className="flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-foreground max-sm:size-10"
          >
            <ExternalLink className="size-4" aria-hidden />
          </Toolbar.Link>
        )}
        <ToolButton label={t.editLink} icon={Pencil} shortcut={shortcut('K')} onPress={dialogs.editLink} />
        <ToolButton
          label={t.unlink}
          icon={Unlink}
          onPress={() => editor.chain().focus().unsetMark('link', { extendEmptyMarkRange: true }).run()}
        />
      </Toolbar.Root>
    </BubbleMenu>
  );
}

/** The element of the link with the cursor. */
function linkAt(editor: Editor): Element | null {
  const { node } = editor.view.domAtPos(editor.state.selection.from);
  return (node instanceof Element ? node : node.parentElement)?.closest('a') ?? null;
}
