import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { ring } from '@/ui/motion.ts';
import type { ListedEntry } from './list-columns.tsx';

/** Entries on their way to another place, which the server hasn't confirmed. */
export interface Moving {
  /** Where each is shown meanwhile, by its id. */
  readonly places: ReadonlyMap<string, { readonly entry: ListedEntry; readonly place: string }>;
  /** Shows an entry in a place until a move has ended, well or not: then what the server has is read. */
  readonly during: (entry: ListedEntry, place: string, move: Promise<unknown>) => void;
  /** The id of the entry that was moved last; null before. */
  readonly last: RefObject<string | null>;
}

/** Shows moved entries in their new places at once; back where they were when the server refuses. */
export function useMoving(): Moving {
  const [places, setPlaces] = useState<Moving['places']>(new Map());
  const last = useRef<string | null>(null);
  const during = useCallback((entry: ListedEntry, place: string, move: Promise<unknown>): void => {
    last.current = entry.id;
    setPlaces((now) => new Map(now).set(entry.id, { entry, place }));
    const end = (): void =>
      setPlaces((now) => {
        const next = new Map(now);
        next.delete(entry.id);
        return next;
      });
    void move.then(end, end);
  }, []);
  return { places, during, last };
}

/** Keeps the focus with an entry that was moved, wherever it's shown then. @returns for its link */
export function useFocusAfterMove({ last }: Moving, id: string): RefObject<HTMLAnchorElement | null> {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (last.current !== id) return;
    if (document.activeElement === document.body) link.current?.focus();
    ring(link.current?.closest('li'));
  }, [last, id]);
  return link;
}

/** The entries that a place shows: those that it has, without those that leave it, and with those that come. */
export function shownIn(place: string, rows: readonly ListedEntry[], { places }: Moving): readonly ListedEntry[] {
  const staying = rows.filter(({ id }) => (places.get(id)?.place ?? place) === place);
  const coming = [...places.values()].filter(
    (one) => one.place === place && !staying.some(({ id }) => id === one.entry.id),
  );
  return [...coming.map(({ entry }) => entry), ...staying];
}
