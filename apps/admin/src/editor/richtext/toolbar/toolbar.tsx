import { type Editor, useEditorState } from '@tiptap/react';
import { Plus, Redo2, RemoveFormatting, Undo2 } from 'lucide-react';
import { Toolbar as Radix } from 'radix-ui';
import { common } from '#messages/common';
import { richtext as t } from '#messages/richtext';
import { MenuItem } from '@/ui/menu.tsx';
import { blockChoices, type EditorDialogs } from '../blocks.ts';
import type { Names } from '../names.ts';
import { CodeLanguage } from './code-language.tsx';
import { shortcut } from './mark-buttons.ts';
import { MarkTools } from './mark-tools.tsx';
import { TableTools } from './table-tools.tsx';
import { ToolButton } from './tool-button.tsx';
import { ToolMenu } from './tool-menu.tsx';

interface ToolbarProps {
  readonly editor: Editor;
  readonly names: Names;
  readonly dialogs: EditorDialogs;
}

/**
 * The tools above the text, always there: text that moves under the pointer is hard to click. Arrow keys move in it; Alt-F10 leads to
 * it from the text.
 */
export function Toolbar({ editor, names, dialogs }: ToolbarProps) {
  const state = useEditorState({
    editor,
    selector: ({ editor: one }) => ({
      block:
        blockChoices(one, names, t, dialogs).find(({ isActive, turns }) => isActive && turns)?.label ?? t.paragraph,
      undo: one.can().undo(),
      redo: one.can().redo(),
      table: one.isActive('table'),
      code: one.isActive('codeBlock'),
      focused: one.isFocused,
    }),
  });
  const choices = blockChoices(editor, names, t, dialogs);
  const turns = choices.filter((one) => one.turns);
  const inserts = choices.filter((one) => !one.turns);
  return (
    <Radix.Root
      aria-label={common.formatting}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        editor.commands.focus();
      }}
      // A phone has one line, that is moved sideways.
      className="sticky top-[var(--editor-top,0px)] z-10 flex items-center gap-0.5 overflow-x-auto rounded-t-md border-b bg-surface p-1 sm:flex-wrap"
    >
      {turns.length > 1 && (
        <ToolMenu
          editor={editor}
          face={<span className="truncate">{state.block}</span>}
          label={`${t.blockType}: ${state.block}`}
          // Of one width for all blocks: the tools after it stay where they are.
          className="sm:w-28 sm:justify-between [&_svg]:shrink-0"
        >
          {turns.map((one) => (
            <MenuItem key={one.label} onSelect={() => requestAnimationFrame(one.run)}>
              <one.icon aria-hidden /> {one.label}
            </MenuItem>
          ))}
        </ToolMenu>
      )}
      <MarkTools editor={editor} names={names} dialogs={dialogs} />
      <ToolButton
        label={t.clear}
        icon={RemoveFormatting}
        onPress={() => editor.chain().focus().unsetAllMarks().run()}
      />
      {inserts.length > 0 && (
        <ToolMenu editor={editor} face={<Plus aria-hidden />} label={t.insert} title={`${t.insert} (/)`}>
          {inserts.map((one) => (
            <MenuItem key={one.label} onSelect={() => requestAnimationFrame(one.run)}>
              <one.icon aria-hidden /> {one.label}
            </MenuItem>
          ))}
        </ToolMenu>
      )}
      <ToolButton
        label={common.undo}
        icon={Undo2}
        shortcut={shortcut('Z')}
        disabled={!state.undo}
        onPress={() => editor.chain().focus().undo().run()}
      />
      <ToolButton
        label={t.redo}
        icon={Redo2}
        shortcut={shortcut('Shift+Z')}
        disabled={!state.redo}
        onPress={() => editor.chain().focus().redo().run()}
      />
      {state.code && <CodeLanguage editor={editor} />}
      {state.table && <TableTools editor={editor} />}
    </Radix.Root>
  );
}
