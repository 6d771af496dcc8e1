import { ChevronDown } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { richtext as t } from '#messages/richtext';
import { Suggestion } from '@/ui/suggestion.tsx';
import type { SlashMenu } from './slash-extension.ts';

const MOST_HEIGHT = 400;
const LEAST_HEIGHT = 200;
const GAP = 6;
/** Widths in pixels: of names of blocks, and of titles of entries. */
const NARROW = 256;
const WIDE = 400;

interface SlashListProps {
  readonly menu: SlashMenu;
  /** Id of the list; that of an item is it with a hyphen and the item's number. */
  readonly id: string;
  readonly label: string;
  /** A sentence for when nothing fits. */
  readonly nothing: string;
  /** The element that has the focus while the menu is open. */
  readonly editable: HTMLElement;
}

/**
 * The blocks that a slash offers, or the entries that an @ finds. The focus stays in the text; the keyboard goes through `SlashMenu`.
 */
export function SlashList({ menu, id, label, nothing, editable }: SlashListProps) {
  const state = useSyncExternalStore(menu.subscribe, menu.getState, () => null);
  const list = useRef<HTMLDivElement>(null);
  // Several words that find nothing are no search: the text goes on.
  const isQuiet = !state || (state.items.length === 0 && (state.isLoading || /\s/.test(state.query)));
  const index = isQuiet || state.items.length === 0 ? undefined : state.index;
  const [below, setBelow] = useState(0);
  const count = (): void => setBelow(list.current ? itemsBelow(list.current) : 0);
  useEffect(() => {
    if (index === undefined) {
      editable.removeAttribute('aria-activedescendant');
      editable.removeAttribute('aria-controls');
      return;
    }
    editable.setAttribute('aria-controls', id);
    editable.setAttribute('aria-activedescendant', `${id}-${index}`);
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }, [index, id, editable]);
  useLayoutEffect(count, [state?.items]);
  if (isQuiet || !state.rect) return null;
  const { rect, items, choose } = state;
  const [under, above] = [window.innerHeight - rect.bottom - 2 * GAP, rect.top - 2 * GAP];
  const isBelow = under >= Math.min(MOST_HEIGHT, above);
  const width = Math.min(items.some(({ kind }) => kind) ? WIDE : NARROW, window.innerWidth - 2 * GAP);
  return createPortal(
    <div
      className="fixed z-70 flex flex-col overflow-hidden rounded-lg border bg-surface shadow-pop"
      style={{
        maxHeight: Math.max(LEAST_HEIGHT, Math.min(MOST_HEIGHT, isBelow ? under : above)),
        width,
        left: Math.min(rect.left, window.innerWidth - width - GAP),
        ...(isBelow ? { top: rect.bottom + GAP } : { bottom: window.innerHeight - rect.top + GAP }),
      }}
    >
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        onScroll={count}
        className="min-h-0 overflow-y-auto p-1"
      >
        {items.map((item, at) => (
          <Suggestion
            key={`${item.key} ${item.label}`}
            id={`${id}-${at}`}
            isActive={at === index}
            onChoose={() => choose(item)}
            className="items-center gap-2.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
          >
            <item.icon aria-hidden />
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {item.label}
            </span>
            {item.kind && <span className="shrink-0 text-xs text-muted">{item.kind}</span>}
          </Suggestion>
        ))}
        {items.length === 0 && <p className="px-2.5 py-1.5 text-sm text-muted">{nothing}</p>}
      </div>
      {(below > 0 || state.query === '') && items.length > 1 && (
        <p className="flex items-center gap-1.5 border-t px-3 py-1.5 text-xs text-muted">
          {below > 0 && (
            <>
              <ChevronDown className="size-3.5" aria-hidden /> {t.moreBelow({ count: below })}
            </>
          )}
          <span className="ms-auto">{t.typeToFind}</span>
        </p>
      )}
    </div>,
    document.body,
  );
}

/** How many items of a list aren't wholly in view, further down. */
function itemsBelow(list: HTMLElement): number {
  const end = list.getBoundingClientRect().bottom;
  return [...list.children].filter((item) => item.getBoundingClientRect().bottom > end + 1).length;
}
