'use client';

import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { useDeferredValue, useState } from 'react';
import { useTRPC } from '@/api/trpc.ts';
import { LocaleChips } from '@/entries/locale-status.tsx';
import { useProject } from '@/shell/project-context.tsx';
import { COMMAND_ITEM, CommandDialog, CommandEmpty } from '@/ui/command-dialog.tsx';

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
    <CommandDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Choose an entry"
      placeholder={`Search ${collections.map(labelOf).join(', ')}`}
      text={text}
      onTextChange={setText}
      filter={false}
    >
      {lists.every(({ isSuccess }) => isSuccess) && <CommandEmpty>No entry found.</CommandEmpty>}
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
              className={COMMAND_ITEM}
            >
              <span className="min-w-0 flex-1 truncate">{entry.title || 'Untitled'}</span>
              <LocaleChips entry={entry} locales={project.locales} />
            </Command.Item>
          )),
      )}
    </CommandDialog>
  );
}
