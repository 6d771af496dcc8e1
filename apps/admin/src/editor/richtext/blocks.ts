import type { Editor } from '@tiptap/core';
import {
  Code2,
  FileSymlink,
  Heading1,
  Heading2,
  Heading3,
  Heading4,
  ImageIcon,
  List,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  Minus,
  Pilcrow,
  Quote,
  Table,
} from 'lucide-react';
import type { RichtextWords } from '#messages/richtext';
import type { Names } from './names.ts';

/** Dialogs, which only the screen can open for the editor. */
export interface EditorDialogs {
  readonly pickImage: () => void;
  readonly pickEntry: () => void;
  readonly editLink: () => void;
}

/** A kind of block that can be made. */
export interface BlockChoice {
  readonly key: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Other words that find it, in every language. */
  readonly also: string;
  readonly isActive: boolean;
  /** Whether the block with the cursor becomes one; it's put in where the cursor is otherwise. */
  readonly turns: boolean;
  readonly run: () => void;
}

const HEADINGS = [
  [1, Heading1],
  [2, Heading2],
  [3, Heading3],
  [4, Heading4],
] as const;

/** The kinds of blocks that a field allows. */
export function blockChoices(editor: Editor, names: Names, t: RichtextWords, dialogs: EditorDialogs): BlockChoice[] {
  const chain = () => editor.chain().focus();
  const choice = (
    key: string,
    label: string,
    icon: LucideIcon,
    also: string,
    run: () => void,
    isActive = editor.isActive(key),
    turns = true,
  ): BlockChoice => ({ key, label, icon, also, run, isActive, turns });
  const isPlain = editor.isActive('paragraph') && !editor.isActive('listItem') && !editor.isActive('taskItem');
  const choices = [
    choice('paragraph', t.paragraph, Pilcrow, 'text paragraph absatz', () => chain().clearNodes().run(), isPlain),
    ...HEADINGS.map(([level, icon]) =>
      choice(
        'heading',
        t.heading({ level }),
        icon,
        `h${level} heading überschrift titel title`,
        () => chain().toggleHeading({ level }).run(),
        editor.isActive('heading', { level }),
      ),
    ),
    choice('bulletList', t.bulletList, List, 'bullet list ul liste punkte', () => chain().toggleBulletList().run()),
    choice('orderedList', t.orderedList, ListOrdered, 'numbered list ol nummern', () =>
      chain().toggleOrderedList().run(),
    ),
    choice('taskList', t.taskList, ListTodo, 'todo task check aufgaben', () => chain().toggleTaskList().run()),
    choice('blockquote', t.blockquote, Quote, 'quote zitat', () => chain().toggleBlockquote().run()),
    choice('codeBlock', t.codeBlock, Code2, 'code pre quelltext', () => chain().toggleCodeBlock().run()),
    choice(
      'image',
      t.image,
      ImageIcon,
      'image picture photo bild foto',
      dialogs.pickImage,
      editor.isActive('image'),
      false,
    ),
    choice(
      'table',
      t.table,
      Table,
      'table tabelle',
      () => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
      editor.isActive('table'),
      false,
    ),
    choice('embed', t.embed, FileSymlink, 'embed entry eintrag', dialogs.pickEntry, editor.isActive('embed'), false),
    choice(
      'horizontalRule',
      t.horizontalRule,
      Minus,
      'divider rule hr linie',
      () => chain().setHorizontalRule().run(),
      false,
      false,
    ),
  ];
  return choices.filter(({ key }) => names.has(key));
}
