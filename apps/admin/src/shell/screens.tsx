import type { ComponentType } from 'react';
import type { Messages } from '@/i18n/catalog.ts';
import { type LazyScreen, lazyScreen } from './lazy-screen.ts';

/** What an address of a project shows. */
interface Screen extends LazyScreen<{ readonly id: string }> {
  readonly titleOf: (words: Messages['shell']) => string;
  /** What the address names, such as an entry; '' for none. */
  readonly id: string;
}

interface ScreenEntry {
  /** Path within the project; `*` stands for an id. */
  readonly path: string;
  readonly load: () => Promise<ComponentType<{ readonly id: string }>>;
  readonly titleOf: Screen['titleOf'];
}

/** Every screen of a project and its address. */
const SCREENS: readonly ScreenEntry[] = [
  {
    path: 'entries',
    load: async () => (await import('@/entries/entry-list.tsx')).EntryList,
    titleOf: ({ entries }) => entries,
  },
  {
    path: 'entries/*',
    load: async () => (await import('@/editor/entry-screen.tsx')).EntryScreen,
    titleOf: ({ entry }) => entry,
  },
  {
    path: 'media',
    load: async () => (await import('@/media/library/media-library.tsx')).MediaLibrary,
    titleOf: ({ media }) => media,
  },
  {
    path: 'media/*',
    load: async () => (await import('@/media/library/asset-screen.tsx')).AssetScreen,
    titleOf: ({ media }) => media,
  },
  {
    path: 'site',
    load: async () => (await import('@/site/site-history.tsx')).SiteHistory,
    titleOf: ({ live }) => live,
  },
  {
    path: 'site/compare',
    load: async () => (await import('@/site/snapshot-comparison.tsx')).SnapshotComparison,
    titleOf: ({ compare }) => compare,
  },
  {
    path: 'site/deployments',
    load: async () => (await import('@/delivery/deployments.tsx')).Deployments,
    titleOf: ({ deployments }) => deployments,
  },
  {
    path: 'site/webhooks',
    load: async () => (await import('@/webhooks/webhooks.tsx')).Webhooks,
    titleOf: ({ webhooks }) => webhooks,
  },
  {
    path: 'site/webhooks/*',
    load: async () => (await import('@/webhooks/webhook-screen.tsx')).WebhookScreen,
    titleOf: ({ webhook }) => webhook,
  },
  {
    path: 'schema',
    load: async () => (await import('@/schema/schema-viewer.tsx')).SchemaViewer,
    titleOf: ({ schema }) => schema,
  },
  {
    path: 'audit',
    load: async () => (await import('@/audit/audit-log.tsx')).AuditLog,
    titleOf: ({ audit }) => audit,
  },
  {
    path: 'settings',
    load: async () => (await import('@/settings/project-settings.tsx')).ProjectSettings,
    titleOf: ({ settings }) => settings,
  },
  {
    path: 'settings/languages',
    load: async () => (await import('@/settings/language-settings.tsx')).LanguageSettings,
    titleOf: ({ settings }) => settings,
  },
  {
    path: 'settings/people',
    load: async () => (await import('@/settings/people-settings.tsx')).PeopleSettings,
    titleOf: ({ settings }) => settings,
  },
  {
    path: 'settings/tokens',
    load: async () => (await import('@/settings/token-settings.tsx')).TokenSettings,
    titleOf: ({ settings }) => settings,
  },
  {
    path: 'settings/danger',
    load: async () => (await import('@/settings/danger-settings.tsx')).DangerSettings,
    titleOf: ({ settings }) => settings,
  },
  {
    path: 'account',
    load: async () => (await import('@/account/account.tsx')).Account,
    titleOf: ({ account }) => account,
  },
];

const screens = SCREENS.map(({ load, ...rest }) => ({ ...rest, ...lazyScreen(load) }));

/** The screen of an address within a project; null when there's none. */
export function screenAt(path: string): Screen | null {
  const parts = path.split('/').filter(Boolean);
  for (const { path: pattern, ...screen } of screens) {
    const wanted = pattern.split('/');
    const fits = wanted.length === parts.length && wanted.every((part, index) => part === '*' || part === parts[index]);
    const id = parts[wanted.indexOf('*')];
    if (fits) return { ...screen, id: wanted.includes('*') && id ? decodeURIComponent(id) : '' };
  }
  return null;
}
