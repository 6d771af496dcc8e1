'use client';

import { type Editor, useEditorState } from '@tiptap/react';
import { ChevronDown, Link2, Plus, Redo2, RemoveFormatting, Undo2 } from 'lucide-react';
import { Toolbar as Radix } from 'radix-ui';
import { useMessages } from '@/i18n/language-context.ts';
import { Menu, MenuItem } from '@/ui/menu.tsx';
import { blockChoices, type EditorDialogs } from '../blocks.ts';
import type { Names } from '../names.ts';
import { CodeLanguage } from './code-language.tsx';
import { MARK_BUTTONS, shortcut, toggleMark } from './mark-buttons.ts';
import { TableTools } from './table-tools.tsx';
import { ToolButton } from './tool-button.tsx';

interface ToolbarProps {
  readonly editor: Editor;
  readonly names: Names;
  readonly dialogs: EditorDialogs;
}

const TRIGGER =
  'flex h-7 shrink-0 items-center gap-1 rounded-md px-2 text-xs font-medium hover:bg-hover max-sm:h-10 [&_svg]:size-3.5';

/** The tools above the text, while the focus is in it. Arrow keys move in it; Alt-F10 leads to it from the text. */
export function Toolbar({ editor, names, dialogs }: ToolbarProps) {
  const t = useMessages().richtext;
  const state = useEditorState({
    editor,
    selector: ({ editor: one }) => ({
      marks: MARK_BUTTONS.filter(({ name }) => one.isActive(name)).map(({ name }) => name),
      link: one.isActive('link'),
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
      aria-label={t.toolbar}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        editor.commands.focus();
      }}
      // A phone has one line, that is moved sideways.
      className="sticky top-[var(--editor-top,0px)] z-10 hidden items-center gap-0.5 overflow-x-auto rounded-t-md border-b bg-surface p-1 group-focus-within/rt:flex sm:flex-wrap"
    >
      {turns.length > 1 && (
        <Menu
          align="start"
          trigger={
            <Radix.Button type="button" aria-label={`${t.blockType}: ${state.block}`} className={TRIGGER}>
              {state.block} <ChevronDown aria-hidden />
            </Radix.Button>
          }
        >
          {turns.map((one) => (
            <MenuItem key={one.label} onSelect={() => requestAnimationFrame(one.run)}>
              <one.icon aria-hidden /> {one.label}
            </MenuItem>
          ))}
        </Menu>
      )}
      {MARK_BUTTONS.filter(({ name }) => names.has(name)).map(({ name, icon, keys }) => (
        <ToolButton
          key={name}
          label={t[name]}
          icon={icon}
          shortcut={shortcut(keys)}
          pressed={state.marks.includes(name)}
          onPress={() => toggleMark(editor, name)}
        />
      ))}
      {names.has('link') && (
        <ToolButton
          label={t.link}
          icon={Link2}
          shortcut={shortcut('K')}
          pressed={state.link}
          onPress={dialogs.editLink}
        />
      )}
      <ToolButton
        label={t.clear}
        icon={RemoveFormatting}
        onPress={() => editor.chain().focus().unsetAllMarks().run()}
      />
      {inserts.length > 0 && (
        <Menu
          align="start"
          trigger={
            <Radix.Button type="button" aria-label={t.insert} title={`${t.insert} (/)`} className={TRIGGER}>
              <Plus aria-hidden /> <ChevronDown aria-hidden />
            </Radix.Button>
          }
        >
          {inserts.map((one) => (
            <MenuItem key={one.label} onSelect={() => requestAnimationFrame(one.run)}>
              <one.icon aria-hidden /> {one.label}
            </MenuItem>
          ))}
        </Menu>
      )}
      <ToolButton
        label={t.undo}
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
