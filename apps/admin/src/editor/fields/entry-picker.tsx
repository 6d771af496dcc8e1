'use client';

import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useDeferredValue, useState } from 'react';
import { useTRPC } from '@/api/trpc.ts';
import { LocaleChips } from '@/entries/locale-status.tsx';
import { useProject } from '@/shell/project-context.tsx';

interface EntryPickerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly collections: readonly string[];
  readonly exclude: readonly string[];
  readonly onPick: (entryId: string) => void;
}

/** Finds an entry of some collections. */
export function EntryPicker({ open, onOpenChange, collections, exclude, onPick }: EntryPickerProps) {
  const { project, schema } = useProject();
  const trpc = useTRPC();
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const lists = useQueries({
    queries: collections.map((collection) =>
      trpc.entries.list.queryOptions(
        { projectId: project.id, collection, limit: 20, ...(search && { search }) },
        { enabled: open, placeholderData: keepPreviousData },
      ),
    ),
  });
  const labelOf = (key: string): string => schema?.collections.find((one) => one.key === key)?.label ?? key;
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[10dvh] left-1/2 z-50 w-[min(36rem,94vw)] -translate-x-1/2 overflow-hidden rounded-lg border bg-surface shadow-pop outline-none"
        >
          <Dialog.Title className="sr-only">Choose an entry</Dialog.Title>
          <Command label="Choose an entry" shouldFilter={false} loop>
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder={`Search ${collections.map(labelOf).join(', ')}`}
              className="h-12 w-full border-b bg-transparent px-4 text-lg outline-none placeholder:text-muted"
            />
            <Command.List className="max-h-[60dvh] overflow-y-auto p-2">
              {lists.every(({ isSuccess }) => isSuccess) && (
                <Command.Empty className="px-3 py-6 text-center text-sm text-muted">No entry found.</Command.Empty>
              )}
              {lists.flatMap(({ data }) =>
                (data?.data ?? [])
                  .filter(({ id }) => !exclude.includes(id))
                  .map((entry) => (
                    <Command.Item
                      key={entry.id}
                      value={entry.id}
                      onSelect={() => {
                        onPick(entry.id);
                        onOpenChange(false);
                        setText('');
                      }}
                      className="flex cursor-pointer items-center gap-3 rounded-md px-3 py-2 text-sm data-[selected=true]:bg-hover"
                    >
                      <span className="min-w-0 flex-1 truncate">{entry.title || 'Untitled'}</span>
                      <LocaleChips entry={entry} locales={project.locales} />
                    </Command.Item>
                  )),
              )}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
