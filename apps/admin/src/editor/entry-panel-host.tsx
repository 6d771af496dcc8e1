import { type ReactNode, useCallback, useState } from 'react';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { EntryPanelProvider, type FirstField } from './entry-panel-context.ts';

const EntryPanel = lazyPart(async () => (await import('./entry-panel.tsx')).EntryPanel);

/** Lets its children open entries in panels, one over the other. */
export function EntryPanelHost({ locale, children }: { readonly locale: string; readonly children: ReactNode }) {
  const [stack, setStack] = useState<readonly { readonly entryId: string; readonly first: FirstField | undefined }[]>(
    [],
  );
  const open = useCallback(
    (entryId: string, first?: FirstField) =>
      // A double click opens one.
      setStack((before) => (first && before.at(-1)?.entryId === entryId ? before : [...before, { entryId, first }])),
    [],
  );
  return (
    <EntryPanelProvider value={open}>
      {children}
      {stack.map(({ entryId, first }, index) => (
        <EntryPanel
          // The same entry may be opened twice, one above the other.
          key={`${index} ${entryId}`}
          entryId={entryId}
          path={first?.path}
          locale={first?.locale ?? locale}
          onClose={() => setStack((before) => before.slice(0, index))}
        />
      ))}
    </EntryPanelProvider>
  );
}
