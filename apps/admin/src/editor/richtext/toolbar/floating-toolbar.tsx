import type { Editor } from '@tiptap/react';
import { BubbleMenu } from '@tiptap/react/menus';
import { MessageSquarePlus } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { comments as t } from '#messages/comments';
import { common } from '#messages/common';
import { useCommentOn } from '../../comments/use-comment-on.ts';
import type { EditorDialogs } from '../blocks.ts';
import type { Names } from '../names.ts';
import { MARK_BUTTONS } from './mark-buttons.ts';
import { MarkTools } from './mark-tools.tsx';
import { ToolButton } from './tool-button.tsx';

const MOST = 5;

interface FloatingToolbarProps {
  readonly editor: Editor;
  readonly names: Names;
  readonly dialogs: EditorDialogs;
}

/** The marks that are used most, at what is selected. On touch screens the system has its own menu there. */
export function FloatingToolbar({ editor, names, dialogs }: FloatingToolbarProps) {
  const commentOn = useCommentOn();
  if (![...MARK_BUTTONS.map(({ name }) => name), 'link'].some((name) => names.has(name))) return null;
  return (
    <BubbleMenu
      editor={editor}
      className="z-20"
      options={{ placement: 'top', offset: 6 }}
      shouldShow={({ editor: one, state: { selection } }) =>
        one.isEditable &&
        one.isFocused &&
        !selection.empty &&
        selection.$from.parent.inlineContent &&
        !one.isActive('codeBlock') &&
        matchMedia('(pointer: fine)').matches
      }
    >
      <Toolbar.Root
        aria-label={common.formatting}
        className="flex items-center gap-0.5 rounded-lg border bg-surface p-1 shadow-pop"
      >
        <MarkTools editor={editor} names={names} dialogs={dialogs} most={MOST} />
        {commentOn && (
          <ToolButton label={t.comment} icon={MessageSquarePlus} onPress={() => commentOn(editor.view.dom)} />
        )}
      </Toolbar.Root>
    </BubbleMenu>
  );
}
