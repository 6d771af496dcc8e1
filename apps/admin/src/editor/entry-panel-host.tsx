import { type ReactNode, useCallback, useState } from 'react';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { EntryPanelProvider } from './entry-panel-context.ts';

const EntryPanel = lazyPart(async () => (await import('./entry-panel.tsx')).EntryPanel);

/** Lets its children open entries in panels, one over the other. */
export function EntryPanelHost({ locale, children }: { readonly locale: string; readonly children: ReactNode }) {
  const [stack, setStack] = useState<readonly { readonly entryId: string; readonly path: string | undefined }[]>([]);
  const open = useCallback(
    (entryId: string, path?: string) => setStack((before) => [...before, { entryId, path }]),
    [],
  );
  return (
    <EntryPanelProvider value={open}>
      {children}
      {stack.map(({ entryId, path }, index) => (
        <EntryPanel
          // The same entry may be opened twice, one above the other.
          key={`${index} ${entryId}`}
          entryId={entryId}
          path={path}
          locale={locale}
          onClose={() => setStack((before) => before.slice(0, index))}
        />
      ))}
    </EntryPanelProvider>
  );
}
