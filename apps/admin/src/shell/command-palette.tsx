'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Database, FileText, History, Layers, Plus, ScrollText, Settings } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Dialog } from 'radix-ui';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from './project-context.tsx';

interface CommandPaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

const ITEM =
  'flex cursor-pointer items-center gap-2.5 rounded-md px-3 py-2 text-sm data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:text-muted';

/** Goes anywhere in the project by typing: screens, collections, entries. */
export function CommandPalette({ open, onOpenChange }: CommandPaletteProps) {
  const { project, schema, mayEdit, mayManage } = useProject();
  const trpc = useTRPC();
  const router = useRouter();
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const entries = useQuery(
    trpc.entries.list.queryOptions(
      { projectId: project.id, search, limit: 8 },
      { enabled: open && search.length > 1, placeholderData: keepPreviousData },
    ),
  );
  const base = `/projects/${project.id}`;
  const go = (path: string): void => {
    onOpenChange(false);
    setText('');
    router.push(`${base}${path}`);
  };
  const place = (path: string, icon: ReactNode, label: string): ReactNode => (
    <Command.Item key={path} value={label} onSelect={() => go(path)} className={ITEM}>
      {icon}
      {label}
    </Command.Item>
  );
  const collections = schema?.collections ?? [];
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[10dvh] left-1/2 z-50 w-[min(36rem,94vw)] -translate-x-1/2 overflow-hidden rounded-lg border bg-surface shadow-pop outline-none"
        >
          <Dialog.Title className="sr-only">Search and go</Dialog.Title>
          <Command label="Search and go" loop>
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder="Search entries, or go somewhere"
              className="h-12 w-full border-b bg-transparent px-4 text-lg outline-none placeholder:text-muted"
            />
            <Command.List className="max-h-[60dvh] overflow-y-auto p-2 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted">
              <Command.Empty className="px-3 py-6 text-center text-sm text-muted">Nothing found.</Command.Empty>
              {search.length > 1 && (entries.data?.data.length ?? 0) > 0 && (
                <Command.Group heading="Entries" forceMount>
                  {entries.data?.data.map((entry) => (
                    <Command.Item
                      key={entry.id}
                      forceMount
                      value={entry.id}
                      onSelect={() => go(`/entries/${entry.id}`)}
                      className={ITEM}
                    >
                      <FileText aria-hidden />
                      <span className="truncate">{entry.title || 'Untitled'}</span>
                      <span className="ml-auto shrink-0 text-xs text-muted">{entry.collection_key}</span>
                    </Command.Item>
                  ))}
                </Command.Group>
              )}
              {mayEdit && collections.length > 0 && (
                <Command.Group heading="Create">
                  {collections.map(({ key, label }) =>
                    place(`/entries?collection=${key}&new=1`, <Plus aria-hidden />, `New in ${label}`),
                  )}
                </Command.Group>
              )}
              <Command.Group heading="Go to">
                {place('/entries', <Layers aria-hidden />, 'All entries')}
                {collections.map(({ key, label }) =>
                  place(`/entries?collection=${key}`, <FileText aria-hidden />, label),
                )}
                {place('/site', <History aria-hidden />, 'History of the site')}
                {place('/schema', <Database aria-hidden />, 'Schema')}
                {mayManage && place('/audit', <ScrollText aria-hidden />, 'Audit log')}
                {place('/settings', <Settings aria-hidden />, 'Settings')}
              </Command.Group>
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
