import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import {
  CircleUser,
  CloudUpload,
  Database,
  FileText,
  FolderPlus,
  History,
  Images,
  Keyboard,
  Languages,
  Layers,
  LogOut,
  Monitor,
  Moon,
  Plus,
  Radio,
  Rocket,
  ScrollText,
  Settings,
  Sun,
  Trash2,
  Webhook,
} from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useTheme } from 'next-themes';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useTRPC } from '@/api/trpc.ts';
import { useNewEntry } from '@/entries/use-new-entry.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '@/i18n/catalog.ts';
import { useLanguage, useMessages } from '@/i18n/language-context.ts';
import { speak } from '@/i18n/speak.ts';
import { AssetThumb } from '@/media/asset-thumb.tsx';
import { useProject } from '@/project/project-context.tsx';
import { useLeave } from '@/sign-in/signed-in-as.tsx';
import { COMMAND_ITEM, CommandDialog, CommandEmpty } from '@/ui/command-dialog.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { matches } from './command-match.ts';

interface CommandPaletteProps {
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
}

interface PaletteCommand {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly run: () => void;
}

/** Tabs of the settings that have an address of their own. */
const SETTINGS = [
  { tab: 'languages', isForOwners: false },
  { tab: 'people', isForOwners: false },
  { tab: 'tokens', isForOwners: true },
  { tab: 'danger', isForOwners: true },
] as const;

/** Goes anywhere and does anything by typing. The first hit is chosen: Enter runs it. */
export function CommandPalette({ onClose, onShortcuts }: CommandPaletteProps) {
  const { project, schema, mayEdit, mayManage } = useProject();
  const {
    shell: t,
    common,
    settings: { tabs },
  } = useMessages();
  const trpc = useTRPC();
  const navigate = useNavigate();
  const language = useLanguage();
  const { setTheme } = useTheme();
  const newEntry = useNewEntry();
  const leave = useLeave();
  const path = usePathname();
  const [text, setText] = useState('');
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
  const collections = schema?.collections ?? [];
  const go =
    (to: string): (() => void) =>
    () =>
      navigate.push(to.startsWith('/projects/') ? to : `${base}${to}`);
  const isEntry = /\/entries\/[^/]+$/.test(path);
  const actions: PaletteCommand[] = [
    ...(isEntry && mayEdit
      ? [{ id: 'publish', label: t.palette.publish, icon: <Rocket aria-hidden />, run: pressPublish }]
      : []),
    { id: 'light', label: t.palette.theme(t.light), icon: <Sun aria-hidden />, run: () => setTheme('light') },
    { id: 'dark', label: t.palette.theme(t.dark), icon: <Moon aria-hidden />, run: () => setTheme('dark') },
    { id: 'system', label: t.palette.theme(t.system), icon: <Monitor aria-hidden />, run: () => setTheme('system') },
    ...LANGUAGES.filter((one) => one !== language).map((one) => ({
      id: `speak-${one}`,
      label: t.palette.speak(LANGUAGE_NAMES[one]),
      icon: <Languages aria-hidden />,
      run: () => speak(one),
    })),
    { id: 'shortcuts', label: t.shortcuts, icon: <Keyboard aria-hidden />, run: onShortcuts },
    { id: 'new-project', label: t.newProject, icon: <FolderPlus aria-hidden />, run: go('/projects/new') },
    {
      id: 'sign-out',
      label: t.signOut,
      icon: <LogOut aria-hidden />,
      run: () => void leave(),
    },
  ];
  const creations = mayEdit
    ? collections
        .filter(({ singleton }) => !singleton)
        .map(({ key, label }) => ({
          id: `new-${key}`,
          label: common.newIn(label),
          icon: <Plus aria-hidden />,
          run: () => newEntry.create(key),
        }))
    : [];
  const places: PaletteCommand[] = [
    { id: 'entries', label: t.allEntries, icon: <Layers aria-hidden />, run: go('/entries') },
    ...collections.map(({ key, label }) => ({
      id: `in-${key}`,
      label,
      icon: <FileText aria-hidden />,
      run: go(`/entries?collection=${key}`),
    })),
    { id: 'media', label: t.media, icon: <Images aria-hidden />, run: go('/media') },
    { id: 'trash', label: t.trash, icon: <Trash2 aria-hidden />, run: go('/entries?status=trashed') },
    { id: 'site', label: `${t.site}: ${t.live}`, icon: <Radio aria-hidden />, run: go('/site') },
    { id: 'compare', label: `${t.site}: ${t.compare}`, icon: <History aria-hidden />, run: go('/site/compare') },
    {
      id: 'deployments',
      label: `${t.site}: ${t.deployments}`,
      icon: <CloudUpload aria-hidden />,
      run: go('/site/deployments'),
    },
    ...(mayManage
      ? [
          {
            id: 'webhooks',
            label: `${t.site}: ${t.webhooks}`,
            icon: <Webhook aria-hidden />,
            run: go('/site/webhooks'),
          },
        ]
      : []),
    { id: 'schema', label: t.schema, icon: <Database aria-hidden />, run: go('/schema') },
    ...(mayManage ? [{ id: 'audit', label: t.audit, icon: <ScrollText aria-hidden />, run: go('/audit') }] : []),
    { id: 'settings', label: t.settings, icon: <Settings aria-hidden />, run: go('/settings') },
    ...SETTINGS.filter(({ isForOwners }) => mayManage || !isForOwners).map(({ tab }) => ({
      id: `settings-${tab}`,
      label: `${t.settings}: ${tabs[tab]}`,
      icon: <Settings aria-hidden />,
      run: go(`/settings/${tab}`),
    })),
    { id: 'account', label: t.account, icon: <CircleUser aria-hidden />, run: go('/account') },
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
  const hasCommand = [...places, ...creations, ...actions].some(({ label }) => matches(label, text));
  return (
    <CommandDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.palette.title}
      placeholder={t.palette.placeholder}
      text={text}
      onTextChange={setText}
      filter={false}
    >
      {found.length === 0 && foundFiles.length === 0 && !hasCommand && (
        <CommandEmpty>{entries.isFetching || files.isFetching ? t.palette.searching : t.palette.nothing}</CommandEmpty>
      )}
      {text.trim() !== '' && group(t.palette.goTo, places)}
      {found.length > 0 && (
        <Command.Group heading={t.entries}>
          {found.map((entry) => (
            <Command.Item
              key={entry.id}
              value={entry.id}
              onSelect={() => {
                onClose();
                navigate.push(`${base}/entries/${entry.id}`);
              }}
              className={COMMAND_ITEM}
            >
              <FileText aria-hidden />
              <span className="truncate">{entry.title || common.untitled}</span>
              <span className="ml-auto shrink-0 text-xs text-muted">
                {collections.find(({ key }) => key === entry.collection_key)?.label ?? entry.collection_key}
              </span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
      {foundFiles.length > 0 && (
        <Command.Group heading={t.media}>
          {foundFiles.map((asset) => (
            <Command.Item
              key={asset.id}
              value={asset.id}
              onSelect={() => {
                onClose();
                navigate.push(`${base}/media/${asset.id}`);
              }}
              className={COMMAND_ITEM}
            >
              <AssetThumb asset={asset} width={32} className="size-6 shrink-0 rounded-sm" />
              <span className="truncate">{asset.filename}</span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
      {text.trim() === '' && group(t.palette.goTo, places)}
      {group(common.create, creations)}
      {group(t.palette.actions, actions)}
    </CommandDialog>
  );
}

/** The editor's own button knows whether there's something to publish. */
function pressPublish(): void {
  document.querySelector<HTMLButtonElement>('[data-publish]:not(:disabled)')?.click();
}
