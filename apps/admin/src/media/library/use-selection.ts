import { useMemo, useRef, useState } from 'react';
import type { Asset } from '../upload/upload-types.ts';

/** Which files are selected. */
export interface Selection {
  /** Whether files can be selected. */
  readonly isOn: boolean;
  readonly ids: ReadonlySet<string>;
  /** The selected files that are loaded, in the order of the list. */
  readonly chosen: readonly Asset[];
  /** Selects a file or takes it out; with a range, selects all from the last one on. */
  toggle(index: number, isRange: boolean): void;
  all(): void;
  clear(): void;
}

/** Selects files of a list. What is no longer in the list isn't selected. */
export function useSelection(assets: readonly Asset[], isOn: boolean): Selection {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const last = useRef(0);
  return useMemo(() => {
    const chosen = picked.size === 0 ? [] : assets.filter(({ id }) => picked.has(id));
    const ids = new Set(chosen.map(({ id }) => id));
    return {
      isOn,
      ids,
      chosen,
      toggle: (index, isRange) => {
        const from = isRange ? Math.min(last.current, index) : index;
        const to = isRange ? Math.max(last.current, index) : index;
        const next = new Set(ids);
        for (const { id } of assets.slice(from, to + 1)) {
          if (isRange || !next.delete(id)) next.add(id);
        }
        last.current = index;
        setPicked(next);
      },
      all: () => setPicked(new Set(assets.map(({ id }) => id))),
      clear: () => setPicked(new Set()),
    };
  }, [assets, picked, isOn]);
}
