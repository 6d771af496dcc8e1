import { Command } from 'cmdk';
import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { common } from '#messages/common';
import { entries as words } from '#messages/entries';
import { fields as t } from '#messages/fields';
import { useTRPC } from '@/api/trpc.ts';
import { LocaleChips } from '@/entry/locale-status.tsx';
import { useRefresh } from '@/entry/use-entry-actions.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import { COMMAND_ITEM, CommandDialog, DELIBERATE } from '@/ui/command-dialog.tsx';
import { useAction } from '@/ui/use-action.ts';
import { useEntryPanel } from '../entry-panel-context.ts';
import { useEntrySearch } from './use-entry-search.ts';

interface EntryPickerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly collections: readonly string[];
  /** Entries that are chosen; given where several can be: then it stays open. */
  readonly chosen?: readonly string[];
  /** Of a chosen entry: it's no longer to be. */
  readonly onPick: (entryId: string) => void;
  /** Whether an entry that isn't there yet can be created here. */
  readonly mayCreate?: boolean;
}

/** Finds an entry of some collections, or several. Enter takes the first hit; one has to go to what creates an entry. */
export function EntryPicker({ open, onOpenChange, collections, chosen, onPick, mayCreate = false }: EntryPickerProps) {
  const { project, schema, mayEdit } = useProject();
  const trpc = useTRPC();
  const { list: sentence } = formats;
  const openPanel = useEntryPanel();
  const refresh = useRefresh();
  const [text, setText] = useState('');
  const documents = collections.flatMap((key) => schema?.collections.find((one) => one.key === key) ?? []);
  const { groups, search, isSettled } = useEntrySearch(collections, text, { enabled: open });
  const create = useAction(trpc.entries.create, words.notCreated, (entry) => {
    onPick(entry.id);
    onOpenChange(false);
    openPanel(entry.id);
    return refresh();
  });
  const pick = (id: string): void => {
    onPick(id);
    if (!chosen) onOpenChange(false);
  };
  const creatable = mayCreate && mayEdit ? documents.filter(({ singleton }) => !singleton) : [];
  return (
    <CommandDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t.chooseEntry}
      placeholder={t.searchEntries({ collections: sentence(documents.map(({ label }) => label)) })}
      text={text}
      onTextChange={setText}
      filter={false}
      isSettled={isSettled}
      footer={
        chosen && (
          <div className="flex items-center justify-between border-t px-4 py-2">
            <span role="status" className="text-sm text-muted">
              {t.chosen({ count: chosen.length })}
            </span>
            <Button label={common.done} size="sm" className="max-sm:h-10" onClick={() => onOpenChange(false)} />
          </div>
        )
      }
    >
      {isSettled && groups.every((found) => found.length === 0) && (
        <p className="px-3 py-3 text-sm text-muted">{t.noEntry}</p>
      )}
      {groups.map((found, index) => {
        if (found.length === 0) return null;
        return (
          <Command.Group
            key={collections[index]}
            {...(collections.length > 1 && { heading: documents[index]?.label ?? collections[index] })}
          >
            {found.map((entry) => (
              <Command.Item key={entry.id} value={entry.id} onSelect={() => pick(entry.id)} className={COMMAND_ITEM}>
                {chosen && <Check aria-hidden className={cn('shrink-0', !chosen.includes(entry.id) && 'invisible')} />}
                <span className="min-w-0 flex-1 truncate">{entry.title || common.untitled}</span>
                {chosen?.includes(entry.id) && <span className="sr-only">{t.isChosen}</span>}
                <LocaleChips entry={entry} locales={project.locales} />
              </Command.Item>
            ))}
          </Command.Group>
        );
      })}
      {creatable.length > 0 && (
        <Command.Group>
          {creatable.map((one) => (
            <Command.Item
              key={one.key}
              {...DELIBERATE}
              value={`new ${one.key}`}
              className={COMMAND_ITEM}
              onSelect={() => {
                const title = one.title_field ?? one.fields.find(({ type }) => type === 'text')?.key;
                const values = title && search ? { [title]: search } : {};
                create.mutate({
                  projectId: project.id,
                  collection_key: one.key,
                  values: { [project.default_locale]: values },
                });
              }}
            >
              <Plus aria-hidden />
              {search
                ? t.createTitled({ title: search, collection: one.label })
                : common.newIn({ collection: one.label })}
            </Command.Item>
          ))}
        </Command.Group>
      )}
    </CommandDialog>
  );
}
