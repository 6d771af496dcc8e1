import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { editor as t } from '#messages/editor';
import { useEditedEntry } from '@/entry/use-entry.ts';
import { useReturnFocus } from '@/ui/keep-focus.ts';
import { Failed } from '@/ui/states.tsx';
import { EditorSkeleton } from './editor-skeleton.tsx';
import { EntryEditor } from './entry-editor.tsx';

interface EntryPanelProps {
  readonly entryId: string;
  /** Language that is open in the form below. */
  readonly locale: string;
  /** Of the field to begin with. */
  readonly path: string | undefined;
  readonly onClose: () => void;
}

/** Another entry, edited in a panel over the form that it was opened from. */
export function EntryPanel({ entryId, locale: initial, path, onClose }: EntryPanelProps) {
  const [locale, setLocale] = useState(initial);
  const [source, setSource] = useState<string | null>(null);
  const entry = useEditedEntry(entryId);
  const returnFocus = useReturnFocus(true);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 bg-black/40" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="[--bar:0px] fixed inset-y-0 end-0 z-30 flex w-[min(48rem,100vw)] flex-col overflow-y-auto border-s bg-background shadow-pop outline-none [&_[data-editor-header]]:top-0"
        >
          <Dialog.Title className="sr-only">
            {entry.data ? t.open({ title: entry.data.title }) : t.panelTitle}
          </Dialog.Title>
          {entry.data && (
            <EntryEditor
              key={entryId}
              entry={entry.data}
              locale={locale}
              onLocale={setLocale}
              source={source}
              onSource={setSource}
              onClose={onClose}
              onLeave={onClose}
              isNew={false}
              firstPath={path}
            />
          )}
          {entry.error && <Failed error={entry.error} onRetry={() => void entry.refetch()} />}
          {entry.isPending && <EditorSkeleton />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
