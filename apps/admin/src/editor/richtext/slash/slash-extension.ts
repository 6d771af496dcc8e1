import { type Editor, Extension, type Range } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { Suggestion } from '@tiptap/suggestion';
import type { LucideIcon } from 'lucide-react';
import { isEnter } from '@/ui/keys.ts';
import { Listeners } from '@/ui/listeners.ts';
import type { BlockChoice } from '../blocks.ts';

/** Something that a menu in the text offers. */
export interface MenuChoice {
  readonly key: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Shown beside the label. */
  readonly kind?: string;
  readonly run: () => void;
}

/** State of the open menu; null while it's closed. */
interface SlashState {
  readonly items: readonly MenuChoice[];
  readonly index: number;
  /** The typed words. */
  readonly query: string;
  readonly isLoading: boolean;
  readonly rect: DOMRect | null;
  readonly choose: (item: MenuChoice) => void;
}

/** Holds the menu's state between the editor, which fills it, and the screen, which draws it. */
export class SlashMenu {
  #state: SlashState | null = null;
  readonly #listeners = new Listeners();

  readonly subscribe = this.#listeners.subscribe;
  readonly getState = (): SlashState | null => this.#state;

  set(state: SlashState | null): void {
    this.#state = state;
    this.#listeners.notify();
  }

  /** @returns whether the menu has used the key */
  onKey(event: KeyboardEvent): boolean {
    const state = this.#state;
    if (!state || state.items.length === 0) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      this.set({ ...state, index: (state.index + step + state.items.length) % state.items.length });
      return true;
    }
    const item = state.items[state.index];
    if ((!isEnter(event) && event.key !== 'Tab') || !item) return false;
    // Until newer items are there, these fit other words.
    if (!state.isLoading) state.choose(item);
    return true;
  }
}

/** The signs that open a menu in the text, and its source. */
interface TextMenu {
  /** Signs that open it. */
  readonly char: string;
  /** Whether what's typed to find something may have several words. */
  readonly allowSpaces?: boolean;
  readonly isAllowed: (editor: Editor) => boolean;
  readonly items: (editor: Editor, query: string) => readonly MenuChoice[] | Promise<readonly MenuChoice[]>;
}

/** A menu that opens where its signs are typed. */
export function menuExtension(menu: SlashMenu, { char, allowSpaces = false, isAllowed, items }: TextMenu) {
  return Extension.create({
    name: `menu ${char}`,
    addProseMirrorPlugins() {
      return [
        Suggestion<MenuChoice, MenuChoice>({
          editor: this.editor,
          pluginKey: new PluginKey(`menu ${char}`),
          char,
          allowSpaces,
          // Within a word, they are part of it.
          allowedPrefixes: [' ', '('],
          allow: ({ editor, state, range }) =>
            !state.doc.resolve(range.from).parent.type.spec.code && isAllowed(editor),
          items: async ({ editor, query }) => [...(await items(editor, query))],
          command: ({ editor, range, props }) => run(editor, range, props),
          render: () => {
            const show = (props: {
              readonly items: readonly MenuChoice[];
              readonly query: string;
              readonly loading: boolean;
              readonly command: (item: MenuChoice) => void;
              readonly clientRect?: (() => DOMRect | null) | null;
            }): void =>
              menu.set({
                // Until newer ones are there, it keeps those that it has.
                items: props.loading ? (menu.getState()?.items ?? []) : props.items,
                index: 0,
                query: props.query,
                isLoading: props.loading,
                rect: props.clientRect?.() ?? null,
                choose: props.command,
              });
            return {
              onStart: show,
              onUpdate: show,
              onExit: () => menu.set(null),
              onKeyDown: ({ event }) => menu.onKey(event),
            };
          },
        }),
      ];
    },
  });
}

/** A menu of blocks that opens where a slash is typed, if there is a choice. */
export function slashExtension(menu: SlashMenu, choices: (editor: Editor) => readonly BlockChoice[]) {
  return menuExtension(menu, {
    char: '/',
    isAllowed: (editor) => choices(editor).length > 1,
    items: (editor, query) => find(choices(editor), query),
  });
}

function find(choices: readonly BlockChoice[], query: string): BlockChoice[] {
  const words = query.trim().toLowerCase();
  return choices.filter(({ label, also }) => `${label.toLowerCase()} ${also}`.includes(words));
}

function run(editor: Editor, range: Range, item: MenuChoice): void {
  editor.chain().focus().deleteRange(range).run();
  item.run();
}
