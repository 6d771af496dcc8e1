import type { Editor } from '@tiptap/core';
import {
  Bold,
  Code,
  Highlighter,
  Italic,
  type LucideIcon,
  Strikethrough,
  Subscript,
  Superscript,
  Underline,
} from 'lucide-react';

/** A mark that a button sets and takes away. */
interface MarkButton {
  readonly name: 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'highlight' | 'superscript' | 'subscript';
  readonly icon: LucideIcon;
  /** As `aria-keyshortcuts` and titles have it, without Ctrl or Command. */
  readonly keys: string;
}

/** All of them, those that are used most first. */
export const MARK_BUTTONS: readonly MarkButton[] = [
  { name: 'bold', icon: Bold, keys: 'B' },
  { name: 'italic', icon: Italic, keys: 'I' },
  { name: 'underline', icon: Underline, keys: 'U' },
  { name: 'strike', icon: Strikethrough, keys: 'Shift+S' },
  { name: 'code', icon: Code, keys: 'E' },
  { name: 'highlight', icon: Highlighter, keys: 'Shift+H' },
  { name: 'superscript', icon: Superscript, keys: '.' },
  { name: 'subscript', icon: Subscript, keys: ',' },
];

/** Marks what is selected, or takes the mark away. */
export function toggleMark(editor: Editor, name: MarkButton['name']): void {
  editor.chain().focus().toggleMark(name).run();
}

/** A shortcut as the person's keyboard has it: "Ctrl+B", or "⌘B" on Apple's. */
export function shortcut(keys: string): string {
  const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
  return isApple ? `⌘${keys.replace('Shift+', '⇧')}` : `Ctrl+${keys}`;
}
