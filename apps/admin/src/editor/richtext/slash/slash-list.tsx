import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { richtext as t } from '#messages/richtext';
import { Suggestion } from '@/ui/suggestion.tsx';
import type { SlashMenu } from './slash-extension.ts';

const HEIGHT = 320;
const GAP = 6;

interface SlashListProps {
  readonly menu: SlashMenu;
  /** Id of the list; that of an item is it with a hyphen and the item's number. */
  readonly id: string;
  /** The element that has the focus while the menu is open. */
  readonly editable: HTMLElement;
}

/** The blocks that a slash offers. The focus stays in the text; the keyboard goes through `SlashMenu`. */
export function SlashList({ menu, id, editable }: SlashListProps) {
  const state = useSyncExternalStore(menu.subscribe, menu.getState, () => null);
  const list = useRef<HTMLDivElement>(null);
  const index = state?.index;
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
  if (!state?.rect) return null;
  const { rect, items, choose } = state;
  const isBelow = rect.bottom + HEIGHT < window.innerHeight || rect.top < HEIGHT;
  return createPortal(
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={t.blocks}
      className="fixed z-70 w-64 overflow-y-auto rounded-lg border bg-surface p-1 shadow-pop"
      style={{
        maxHeight: HEIGHT,
        left: Math.min(rect.left, window.innerWidth - 264),
        ...(isBelow ? { top: rect.bottom + GAP } : { bottom: window.innerHeight - rect.top + GAP }),
      }}
    >
      {items.map((item, at) => (
        <Suggestion
          key={`${item.key} ${item.label}`}
          id={`${id}-${at}`}
          isActive={at === index}
          onChoose={() => choose(item)}
          className="items-center gap-2.5 [&_svg]:size-4 [&_svg]:text-muted"
        >
          <item.icon aria-hidden /> {item.label}
        </Suggestion>
      ))}
      {items.length === 0 && <p className="px-2.5 py-1.5 text-sm text-muted">{t.noBlocks}</p>}
    </div>,
    document.body,
  );
}
