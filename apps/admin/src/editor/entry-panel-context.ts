import { createContext, useContext } from 'react';

/** A field of an entry to begin with; without a locale, in the one that is open. */
export interface FirstField {
  readonly path: string;
  readonly locale: string | null;
}

/** Opens an entry in a panel over the form. */
type OpenEntryPanel = (entryId: string, first?: FirstField) => void;

const Context = createContext<OpenEntryPanel>(() => undefined);

export const EntryPanelProvider = Context.Provider;

/** Opens an entry over the form that is open, so that one stays where one is. */
export function useEntryPanel(): OpenEntryPanel {
  return useContext(Context);
}
