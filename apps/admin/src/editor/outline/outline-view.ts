import { createContext, useContext } from 'react';
import type { FieldPath } from '../form/paths.ts';

/** Context of the lines of an outline. */
interface OutlineView {
  /** Fields by their paths and rows by their keys that are in the window, in order. */
  readonly seen: readonly string[];
  /** Leads to a field or a row. */
  readonly go: (path: FieldPath) => void;
}

const Context = createContext<OutlineView | null>(null);

export const OutlineProvider = Context.Provider;

/** The outline that a line is in. */
export function useOutline(): OutlineView {
  const view = useContext(Context);
  if (!view) throw new Error('Used outside of an outline.');
  return view;
}
