import type { Api, ListedEntry } from '../api.ts';
import type { ImportDocument } from './read-documents.ts';

/** Limits that bound an import, unless the operator raised them. */
const CREATES_PER_HOUR = 2000;
const PUBLISHES_PER_MINUTE = 30;

/** What there is to do, known before anything is written. */
export interface ImportPlan {
  readonly documents: number;
  /** Locales that the file uses, in the order of their first use. */
  readonly locales: readonly string[];
  /** Entries that exist already, by external_id. */
  readonly existing: ReadonlyMap<string, ListedEntry>;
  readonly toCreate: number;
  readonly toPublish: number;
}

/** Looks through the file and the collection. */
export async function planImport(
  api: Api,
  documents: AsyncIterable<ImportDocument>,
  target: { readonly projectId: string; readonly collection: string; readonly publish: boolean },
): Promise<ImportPlan> {
  const existing = new Map<string, ListedEntry>();
  for (const status of [undefined, 'trashed'] as const) {
    for await (const entry of api.entries(target.projectId, target.collection, status)) {
      if (entry.external_id !== null) existing.set(entry.external_id, entry);
    }
  }
  const locales = new Set<string>();
  let count = 0;
  let toCreate = 0;
  let toPublish = 0;
  for await (const document of documents) {
    count++;
    const names = Object.keys(document.values);
    for (const locale of names) locales.add(locale);
    const entry = existing.get(document.externalId);
    if (!entry) toCreate++;
    if (target.publish && unpublishedLocales(entry, names).length > 0) toPublish++;
  }
  return { documents: count, locales: [...locales], existing, toCreate, toPublish };
}

/** Locales of a document that were never published. What is live may have newer drafts: those are an editor's to publish. */
export function unpublishedLocales(entry: ListedEntry | undefined, locales: readonly string[]): string[] {
  if (!entry) return [...locales];
  if (entry.status === 'trashed') return [];
  return locales.filter((locale) => entry.locales_status[locale] === 'draft');
}

/** How long an import takes at least with the standard limits, in seconds: the first window's worth is free. */
export function expectedSeconds(plan: Pick<ImportPlan, 'toCreate' | 'toPublish'>): number {
  const creating = Math.floor(Math.max(0, plan.toCreate - 1) / CREATES_PER_HOUR) * 3600;
  const publishing = Math.floor(Math.max(0, plan.toPublish - 1) / PUBLISHES_PER_MINUTE) * 60;
  return Math.max(creating, publishing);
}

/** A duration as people say it. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}
