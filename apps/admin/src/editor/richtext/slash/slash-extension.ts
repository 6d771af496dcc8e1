import { type Editor, Extension, type Range } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { Suggestion } from '@tiptap/suggestion';
import { isEnter } from '@/ui/keys.ts';
import { Listeners } from '@/ui/listeners.ts';
import type { BlockChoice } from '../blocks.ts';

/** State of the open menu; null while it's closed. */
interface SlashState {
  readonly items: readonly BlockChoice[];
  readonly index: number;
  readonly rect: DOMRect | null;
  readonly choose: (item: BlockChoice) => void;
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
    state.choose(item);
    return true;
  }
}

/** A menu of blocks that opens where a slash is typed. */
export function slashExtension(menu: SlashMenu, choices: (editor: Editor) => readonly BlockChoice[]) {
  return Extension.create({
    name: 'slash',
    addProseMirrorPlugins() {
      return [
        Suggestion<BlockChoice, BlockChoice>({
          editor: this.editor,
          pluginKey: new PluginKey('slash'),
          char: '/',
          // A slash within a word is one.
          allowedPrefixes: [' '],
          allow: ({ state, range }) => !state.doc.resolve(range.from).parent.type.spec.code,
          items: ({ editor, query }) => find(choices(editor), query),
          command: ({ editor, range, props }) => run(editor, range, props),
          render: () => {
            const show = (props: {
              readonly items: readonly BlockChoice[];
              readonly command: (item: BlockChoice) => void;
              readonly clientRect?: (() => DOMRect | null) | null;
            }): void =>
              menu.set({ items: props.items, index: 0, rect: props.clientRect?.() ?? null, choose: props.command });
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

function find(choices: readonly BlockChoice[], query: string): BlockChoice[] {
  const words = query.trim().toLowerCase();
  return choices.filter(({ label, also }) => `${label.toLowerCase()} ${also}`.includes(words));
}

function run(editor: Editor, range: Range, item: BlockChoice): void {
  editor.chain().focus().deleteRange(range).run();
  item.run();
}
