import type { Editor } from '@tiptap/react';
import { useEditorState } from '@tiptap/react';
import { BubbleMenu } from '@tiptap/react/menus';
import { Link2 } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { useMessages } from '@/i18n/language-context.ts';
import type { EditorDialogs } from '../blocks.ts';
import type { Names } from '../names.ts';
import { MARK_BUTTONS, shortcut, toggleMark } from './mark-buttons.ts';
import { ToolButton } from './tool-button.tsx';

const MOST = 5;

interface FloatingToolbarProps {
  readonly editor: Editor;
  readonly names: Names;
  readonly dialogs: EditorDialogs;
}

/** The marks that are used most, at what is selected. On touch screens the system has its own menu there. */
export function FloatingToolbar({ editor, names, dialogs }: FloatingToolbarProps) {
  const { richtext: t, common } = useMessages();
  const active = useEditorState({
    editor,
    selector: ({ editor: one }) =>
      [...MARK_BUTTONS.map(({ name }) => name), 'link'].filter((name) => one.isActive(name)),
  });
  const marks = MARK_BUTTONS.filter(({ name }) => names.has(name)).slice(0, MOST);
  if (marks.length === 0 && !names.has('link')) return null;
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
        {marks.map(({ name, icon, keys }) => (
          <ToolButton
            key={name}
            label={t[name]}
            icon={icon}
            shortcut={shortcut(keys)}
            pressed={active.includes(name)}
            onPress={() => toggleMark(editor, name)}
          />
        ))}
        {names.has('link') && (
          <ToolButton
            label={t.link}
            icon={Link2}
            shortcut={shortcut('K')}
            pressed={active.includes('link')}
            onPress={dialogs.editLink}
          />
        )}
      </Toolbar.Root>
    </BubbleMenu>
  );
}
