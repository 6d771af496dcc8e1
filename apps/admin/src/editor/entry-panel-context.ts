import { createContext, useContext } from 'react';

/** Opens an entry in a panel over the form. @param path of the field to begin with; by default none */
type OpenEntryPanel = (entryId: string, path?: string) => void;

const Context = createContext<OpenEntryPanel>(() => undefined);

export const EntryPanelProvider = Context.Provider;

/** Opens an entry over the form that is open, so that one stays where one is. */
export function useEntryPanel(): OpenEntryPanel {
  return useContext(Context);
}
