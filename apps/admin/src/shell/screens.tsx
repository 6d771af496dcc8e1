import type { ComponentType } from 'react';
import type { ShellWords } from '#messages/shell';
import { type LazyScreen, lazyScreen } from './lazy-screen.ts';

type Words = ShellWords;
type TitleKey = { [Key in keyof Words]: Words[Key] extends string ? Key : never }[keyof Words];

/** A screen of a project. */
interface Screen extends LazyScreen<{ readonly id: string }> {
  readonly title: TitleKey;
  /** Id in the address, such as an entry's; '' for none. */
  readonly id: string;
}

/** Path within the project, where `*` is an id; what loads the screen; key of its title. */
type ScreenEntry = readonly [
  path: string,
  load: () => Promise<ComponentType<{ readonly id: string }>>,
  title: TitleKey,
];

/** Every screen of a project and its address. */
const SCREENS: readonly ScreenEntry[] = [
  ['entries', async () => (await import('@/entries/entry-list.tsx')).EntryList, 'entries'],
  ['entries/*', async () => (await import('@/editor/entry-screen.tsx')).EntryScreen, 'entry'],
  ['translations', async () => (await import('@/translation/translations-page.tsx')).TranslationsPage, 'translations'],
  ['inbox', async () => (await import('@/inbox/inbox-page.tsx')).InboxPage, 'inbox'],
  ['media', async () => (await import('@/media/library/media-library.tsx')).MediaLibrary, 'media'],
  ['media/*', async () => (await import('@/media/library/asset-screen.tsx')).AssetScreen, 'media'],
  ['site', async () => (await import('@/site/site-history.tsx')).SiteHistory, 'live'],
  ['site/compare', async () => (await import('@/site/snapshot-comparison.tsx')).SnapshotComparison, 'compare'],
  ['site/deployments', async () => (await import('@/delivery/deployments.tsx')).Deployments, 'deployments'],
  ['site/webhooks', async () => (await import('@/webhooks/webhooks.tsx')).Webhooks, 'webhooks'],
  ['site/webhooks/*', async () => (await import('@/webhooks/webhook-screen.tsx')).WebhookScreen, 'webhook'],
  ['schema', async () => (await import('@/schema/schema-viewer.tsx')).SchemaViewer, 'schema'],
  ['audit', async () => (await import('@/audit/audit-log.tsx')).AuditLog, 'audit'],
  ['settings', async () => (await import('@/settings/project-settings.tsx')).ProjectSettings, 'settings'],
  ['settings/languages', async () => (await import('@/settings/language-settings.tsx')).LanguageSettings, 'settings'],
  ['settings/people', async () => (await import('@/settings/people-settings.tsx')).PeopleSettings, 'settings'],
  ['settings/tokens', async () => (await import('@/settings/token-settings.tsx')).TokenSettings, 'settings'],
  ['settings/danger', async () => (await import('@/settings/danger-settings.tsx')).DangerSettings, 'settings'],
  ['account', async () => (await import('@/account/account.tsx')).Account, 'account'],
];

const screens = SCREENS.map(([path, load, title]) => ({ path, title, ...lazyScreen(load) }));

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
