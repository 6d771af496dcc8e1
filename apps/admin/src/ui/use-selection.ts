import { useMemo, useRef, useState } from 'react';

interface Identified {
  readonly id: string;
}

/** Which rows of a list are selected. */
export interface Selection<Item extends Identified> {
  /** Whether rows can be selected. */
  readonly isOn: boolean;
  readonly ids: ReadonlySet<string>;
  /** The selected rows that are loaded, in the order of the list. */
  readonly chosen: readonly Item[];
  /** Selects a row or takes it out; with a range, selects all from the last one on. */
  toggle(index: number, isRange: boolean): void;
  all(): void;
  clear(): void;
}

/** Selects rows of a list. Rows that leave the list are no longer selected. */
export function useSelection<Item extends Identified>(items: readonly Item[], isOn: boolean): Selection<Item> {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const last = useRef(0);
  return useMemo(() => {
    const chosen = picked.size === 0 ? [] : items.filter(({ id }) => picked.has(id));
    const ids = new Set(chosen.map(({ id }) => id));
    return {
      isOn,
      ids,
      chosen,
      toggle: (index, isRange) => {
        const from = isRange ? Math.min(last.current, index) : index;
        const to = isRange ? Math.max(last.current, index) : index;
        const next = new Set(ids);
        for (const { id } of items.slice(from, to + 1)) {
          if (isRange || !next.delete(id)) next.add(id);
        }
        last.current = index;
        setPicked(next);
      },
      all: () => setPicked(new Set(items.map(({ id }) => id))),
      clear: () => setPicked(new Set()),
    };
  }, [items, picked, isOn]);
}
