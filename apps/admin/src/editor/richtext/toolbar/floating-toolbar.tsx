import type { Editor } from '@tiptap/react';
import { BubbleMenu } from '@tiptap/react/menus';
import { Toolbar } from 'radix-ui';
import { useMessages } from '@/i18n/language-context.ts';
import type { EditorDialogs } from '../blocks.ts';
import type { Names } from '../names.ts';
import { MARK_BUTTONS } from './mark-buttons.ts';
import { MarkTools } from './mark-tools.tsx';

const MOST = 5;

interface FloatingToolbarProps {
  readonly editor: Editor;
  readonly names: Names;
  readonly dialogs: EditorDialogs;
}

/** The marks that are used most, at what is selected. On touch screens the system has its own menu there. */
export function FloatingToolbar({ editor, names, dialogs }: FloatingToolbarProps) {
  const { common } = useMessages();
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
      </Toolbar.Root>
    </BubbleMenu>
  );
}
