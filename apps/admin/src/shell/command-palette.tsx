'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Database, FileText, History, Layers, Plus, ScrollText, Settings } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useTRPC } from '@/api/trpc.ts';
import { COMMAND_ITEM, CommandDialog, CommandEmpty } from '@/ui/command-dialog.tsx';
import { useProject } from './project-context.tsx';

interface CommandPaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

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
    <Command.Item key={path} value={label} onSelect={() => go(path)} className={COMMAND_ITEM}>
      {icon}
      {label}
    </Command.Item>
  );
  const collections = schema?.collections ?? [];
  return (
    <CommandDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Search and go"
      placeholder="Search entries, or go somewhere"
      text={text}
      onTextChange={setText}
    >
      <CommandEmpty>Nothing found.</CommandEmpty>
      {search.length > 1 && (entries.data?.data.length ?? 0) > 0 && (
        <Command.Group heading="Entries" forceMount>
          {entries.data?.data.map((entry) => (
            <Command.Item
              key={entry.id}
              forceMount
              value={entry.id}
              onSelect={() => go(`/entries/${entry.id}`)}
              className={COMMAND_ITEM}
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
        {collections.map(({ key, label }) => place(`/entries?collection=${key}`, <FileText aria-hidden />, label))}
        {place('/site', <History aria-hidden />, 'History of the site')}
        {place('/schema', <Database aria-hidden />, 'Schema')}
        {mayManage && place('/audit', <ScrollText aria-hidden />, 'Audit log')}
        {place('/settings', <Settings aria-hidden />, 'Settings')}
      </Command.Group>
    </CommandDialog>
  );
}
