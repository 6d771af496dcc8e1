import type { Json } from '@stele/schema';
import { useMemo } from 'react';
import { fields } from '#messages/fields';
import { useProject } from '@/project/project-context.tsx';
import { slide } from '@/ui/motion.ts';
import { tell } from '@/ui/toast.tsx';
import { copyOf, newItem, type RowKind } from '@/values/row-kinds.ts';
import { focusRow, ringRow, rowElements } from '../form/focus-field.ts';
import { useForm } from '../form/form-context.tsx';
import { copyRows } from './copied-rows.ts';

/** Actions on the rows of a list. */
export interface RowActions {
  add(index: number, kind: RowKind): void;
  paste(index: number, items: readonly Json[]): void;
  duplicate(index: number): void;
  remove(index: number, name: string): void;
  /** Removes an item that says nothing: there's nothing to undo, and typing goes on in the one before it. */
  removeEmpty(index: number): void;
  move(from: number, to: number): void;
  copy(indexes: readonly number[]): void;
}

/** Actions on the rows of a list. The same object for as long as the list is. */
export function useRowActions(path: string): RowActions {
  const { store, openRows, locale } = useForm();
  const { id: userId } = useProject().user;
  const t = fields.rows;
  return useMemo((): RowActions => {
    const sliding = (change: () => void): void => slide(rowElements(path), change);
    const insert = (index: number, items: readonly Json[]): void =>
      sliding(() => {
        const keys = store.insertRows(locale, path, index, items);
        openRows.set(keys.slice(0, 1), true);
        focusRow(keys[0]);
      });
    const remove = (index: number): Json => {
      let removed: Json = null;
      sliding(() => {
        removed = store.removeRow(locale, path, index);
      });
      return removed;
    };
    return {
      add: (index, kind) => insert(index, [newItem(kind)]),
      paste: (index, items) => insert(index, items.map(copyOf)),
      duplicate: (index) => insert(index + 1, [copyOf(store.items(locale, path)[index] ?? null)]),
      remove: (index, name) => {
        const keys = store.rowKeys(locale, path);
        focusRow(keys[index + 1] ?? keys[index - 1], path);
        const removed = remove(index);
        if (removed !== null) {
          tell(t.removed({ name }), () => {
            const at = Math.min(index, store.items(locale, path).length);
            sliding(() => focusRow(store.insertRows(locale, path, at, [removed])[0]));
          });
        }
      },
      removeEmpty: (index) => {
        const keys = store.rowKeys(locale, path);
        focusRow(keys[index - 1] ?? keys[index + 1], path);
        remove(index);
      },
      move: (from, to) => {
        const key = store.rowKeys(locale, path)[from];
        sliding(() => store.moveRow(locale, path, from, to));
        ringRow(key);
      },
      copy: (indexes) => {
        const items = store.items(locale, path);
        copyRows(
          userId,
          indexes.flatMap((index) => items[index] ?? []),
        );
        tell(t.copied({ count: indexes.length }));
      },
    };
  }, [store, openRows, locale, path, userId, t]);
}
