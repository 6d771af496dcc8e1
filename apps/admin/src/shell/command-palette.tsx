import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import {
  FolderPlus,
  Keyboard,
  Languages,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Plus,
  Rocket,
  Sun,
} from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useTheme } from 'next-themes';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { common } from '#messages/common';
import { shell as t } from '#messages/shell';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useNewEntry } from '@/entries/use-new-entry.ts';
import { useEntries } from '@/entry/use-entry.ts';
import { language, speak } from '@/i18n/language.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '@/i18n/languages.ts';
import { AssetThumb } from '@/media/asset-thumb.tsx';
import { mayCreate } from '@/project/entry-rights.ts';
import type { Destination, NavigationGroup } from '@/project/feature.ts';
import { useProject } from '@/project/project-context.tsx';
import { SchemaIcon } from '@/project/schema-icon.tsx';
import { useLeave } from '@/sign-in/signed-in-as.tsx';
import { COMMAND_ITEM, CommandDialog, CommandEmpty } from '@/ui/command-dialog.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { matches } from './command-match.ts';
import { destinationsIn } from './destinations.ts';
import { recentPages } from './recent-pages.ts';

interface CommandPaletteProps {
  /** Places to go to, besides the collections. */
  readonly places: readonly Destination[];
  /** The typed text; kept outside, for one types before the palette is there. */
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
}

type EntryHit = Pick<Outputs['entries']['list']['data'][number], 'id' | 'title' | 'collection_key'>;
type FileHit = Outputs['assets']['get'];

/** How much of what was opened last is shown. */
const MOST_RECENT = 5;

interface PaletteCommand {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly run: () => void;
}

function command(id: string, label: string, Icon: LucideIcon, run: () => void): PaletteCommand {
  return { id, label, icon: <Icon aria-hidden />, run };
}

/** Goes anywhere and does anything by typing. The first hit is chosen: Enter runs it. */
export function CommandPalette({ places: known, text, onTextChange, onClose, onShortcuts }: CommandPaletteProps) {
  const open = useProject();
  const { project, schema, user, may } = open;
  const trpc = useTRPC();
  const navigate = useNavigate();
  const { setTheme } = useTheme();
  const newEntry = useNewEntry();
  const leave = useLeave();
  const path = usePathname();
  const search = useDeferredValue(text.trim());
  const entries = useQuery(
    trpc.entries.list.queryOptions(
      { projectId: project.id, search, limit: 8 },
      { enabled: search.length > 1, placeholderData: keepPreviousData, staleTime: 10_000 },
    ),
  );
  const files = useQuery(
    trpc.assets.list.queryOptions(
      { projectId: project.id, search, limit: 5 },
      { enabled: search.length > 1, placeholderData: keepPreviousData, staleTime: 10_000 },
    ),
  );
  const base = `/projects/${project.id}`;
  const [recent] = useState(() => recentPages(user.id, project.id).filter((one) => `${base}/${one}` !== path));
  const idsOf = (kind: string): string[] =>
    recent.filter((one) => one.startsWith(kind)).map((one) => one.slice(kind.length));
  const recentEntries = useEntries(idsOf('entries/'));
  const recentFiles = useQueries({
    queries: idsOf('media/').map((assetId) =>
      trpc.assets.get.queryOptions({ projectId: project.id, assetId }, { staleTime: 60_000, retry: false }),
    ),
  });
  const { reads } = project.limits;
  const collections = (schema?.collections ?? []).filter(({ key }) => reads?.includes(key) ?? true);
  const collectionOf = (entry: { readonly collection_key: string }) =>
    collections.find(({ key }) => key === entry.collection_key);
  const go =
    (to: string): (() => void) =>
    () =>
      navigate.push(to.startsWith('/projects/') ? to : `${base}${to}`);
  const isEntry = /\/entries\/[^/]+$/.test(path);
  const actions: PaletteCommand[] = [
    ...(isEntry && may('entry.publish') ? [command('publish', t.palette.publish, Rocket, pressPublish)] : []),
    command('light', t.palette.theme({ name: t.light }), Sun, () => setTheme('light')),
    command('dark', t.palette.theme({ name: t.dark }), Moon, () => setTheme('dark')),
    command('system', t.palette.theme({ name: t.system }), Monitor, () => setTheme('system')),
    ...LANGUAGES.filter((one) => one !== language).map((one) =>
      command(`speak-${one}`, t.palette.speak({ name: LANGUAGE_NAMES[one] }), Languages, () => speak(one)),
    ),
    command('shortcuts', t.shortcuts, Keyboard, onShortcuts),
    command('new-project', t.newProject, FolderPlus, go('/projects/new')),
    command('sign-out', t.signOut, LogOut, () => void leave()),
  ];
  const creations = collections
    .filter(({ key, singleton }) => !singleton && mayCreate(open, key))
    .map(({ key, label }) =>
      command(`new-${key}`, common.newIn({ collection: label }), Plus, () => newEntry.create(key)),
    );
  const commandsIn = (group: NavigationGroup): PaletteCommand[] =>
    destinationsIn(known, group, open).map(({ href, label, icon }) =>
      command(href, group === 'site' ? `${t.publishing}: ${label()}` : label(), icon, go(href)),
    );
  const places: PaletteCommand[] = [
    ...commandsIn('top'),
    ...collections.map(({ key, label, icon }) => ({
      id: `in-${key}`,
      label,
      icon: <SchemaIcon name={icon} />,
      run: go(`/entries?collection=${key}`),
    })),
    ...commandsIn('content'),
    ...commandsIn('site'),
    ...commandsIn('project'),
  ];
  const found = search.length > 1 ? (entries.data?.data ?? []) : [];
  const foundFiles = search.length > 1 ? (files.data?.data ?? []) : [];
  const run = (command: PaletteCommand): void => {
    onClose();
    command.run();
  };
  const group = (heading: string, list: readonly PaletteCommand[]): ReactNode => {
    const fitting = list.filter(({ label }) => matches(label, text));
    if (fitting.length === 0) return null;
    return (
      <Command.Group heading={heading}>
        {fitting.map((one) => (
          <Command.Item key={one.id} value={one.id} onSelect={() => run(one)} className={COMMAND_ITEM}>
            {one.icon}
            {one.label}
          </Command.Item>
        ))}
      </Command.Group>
    );
  };
  const leadTo = (to: string): void => {
    onClose();
    navigate.push(`${base}${to}`);
  };
  const entryItem = (entry: EntryHit): ReactNode => (
    <Command.Item
      key={entry.id}
      value={entry.id}
      onSelect={() => leadTo(`/entries/${entry.id}`)}
      className={COMMAND_ITEM}
    >
      <SchemaIcon name={collectionOf(entry)?.icon} />
      <span className="truncate">{entry.title || common.untitled}</span>
      <span className="ms-auto shrink-0 text-xs text-muted">{collectionOf(entry)?.label ?? entry.collection_key}</span>
    </Command.Item>
  );
  const fileItem = (asset: FileHit): ReactNode => (
    <Command.Item
      key={asset.id}
      value={asset.id}
      onSelect={() => leadTo(`/media/${asset.id}`)}
      className={COMMAND_ITEM}
    >
      <AssetThumb asset={asset} width={32} className="size-6 shrink-0 rounded-sm" />
      <span className="truncate">{asset.filename}</span>
    </Command.Item>
  );
  // Entries and files that can't be read any more, or are in the trash, are left out.
  const recentItems = recent.slice(0, MOST_RECENT).flatMap((one) => {
    const entry = recentEntries.find(({ data }) => data && one === `entries/${data.id}`)?.data;
    const file = recentFiles.find(({ data }) => data && one === `media/${data.id}`)?.data;
    return [...(entry && entry.status !== 'trashed' ? [entryItem(entry)] : []), ...(file ? [fileItem(file)] : [])];
  });
  const isRead = search === text.trim() && !entries.isFetching && !files.isFetching;
  // Search results come below these items, which are there at once: the first hit stays the first.
  const isThere = [...places, ...actions].some(({ label }) => matches(label, text));
  const hasCommand = isThere || creations.some(({ label }) => matches(label, text));
  return (
    <CommandDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.palette.title}
      placeholder={t.palette.placeholder}
      text={text}
      onTextChange={onTextChange}
      filter={false}
      isSettled={isThere || isRead}
    >
      {found.length === 0 && foundFiles.length === 0 && !hasCommand && (
        <CommandEmpty>{entries.isFetching || files.isFetching ? t.palette.searching : t.palette.nothing}</CommandEmpty>
      )}
      {text.trim() === '' && recentItems.length > 0 && (
        <Command.Group heading={t.palette.recent}>{recentItems}</Command.Group>
      )}
      {group(t.palette.goTo, places)}
      {text.trim() !== '' && group(t.palette.actions, actions)}
      {found.length > 0 && <Command.Group heading={t.entries}>{found.map(entryItem)}</Command.Group>}
      {foundFiles.length > 0 && <Command.Group heading={t.media}>{foundFiles.map(fileItem)}</Command.Group>}
      {group(common.create, creations)}
      {text.trim() === '' && group(t.palette.actions, actions)}
    </CommandDialog>
  );
}

/** The editor's own button knows whether there's something to publish. */
function pressPublish(): void {
  document.querySelector<HTMLButtonElement>('[data-publish]:not(:disabled)')?.click();
}
