import { type ComponentType, createContext, useContext } from 'react';
import type { EntryRowProps } from './entry-row.tsx';

const Context = createContext<ComponentType<Omit<EntryRowProps, 'drag'>> | null>(null);

export const DraggableEntryProvider = Context.Provider;

/** A row that can be dragged; null where rows can't, or not yet. */
export function useDraggableEntry() {
  return useContext(Context);
}
