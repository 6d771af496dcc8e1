import { type Editor, useEditorState } from '@tiptap/react';
import { Link2 } from 'lucide-react';
import { richtext as t } from '#messages/richtext';
import type { EditorDialogs } from '../blocks.ts';
import type { Names } from '../names.ts';
import { MARK_BUTTONS, shortcut, toggleMark } from './mark-buttons.ts';
import { ToolButton } from './tool-button.tsx';

interface MarkToolsProps {
  readonly editor: Editor;
  readonly names: Names;
  readonly dialogs: EditorDialogs;
  /** Shows only so many of the marks. */
  readonly most?: number;
}

/** Buttons of the marks that a field allows, and of links. */
export function MarkTools({ editor, names, dialogs, most }: MarkToolsProps) {
  const active = useEditorState({
    editor,
    selector: ({ editor: one }) =>
      [...MARK_BUTTONS.map(({ name }) => name), 'link'].filter((name) => one.isActive(name)),
  });
  return (
    <>
      {MARK_BUTTONS.filter(({ name }) => names.has(name))
        .slice(0, most)
        .map(({ name, icon, keys }) => (
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
    </>
  );
}
