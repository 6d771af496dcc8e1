import { randomUUID } from 'node:crypto';
import { ApiError, type ProjectClient } from '@stele/client';
import type { EntryContent } from '../api.ts';
import { explain, type FailureDetail } from '../errors.ts';
import { type Filling, planEntry } from './plan-entry.ts';

const CHANGED = 'It has unpublished changes. Publish them, or discard them and fill again.';
const MEANWHILE = 'Someone changed it in the meantime. Fill again.';

/** An entry that still lacks the value. */
export interface LeftEntry {
  readonly entry_id: string;
  readonly locales: readonly string[];
  readonly reason: string;
}

/** An entry as it was when this run filled it: later changes aren't published. */
type Seen = Pick<EntryContent, 'id' | 'version'>;

interface Filled {
  readonly filled: number;
  readonly published: ReadonlySet<string>;
  readonly left: readonly LeftEntry[];
}

/**
 * Fills the drafts of some entries, and publishes those that differ from the live content in nothing else. Goes on after an entry that the
 * API refuses. Of entries in the trash, which can't be saved, it only says which lack the value.
 *
 * @param entries at most 100
 * @throws what says nothing about single entries: that the API fails, or the token is no longer good
 */
export async function fillEntries(
  api: ProjectClient,
  entries: readonly EntryContent[],
  filling: Filling,
): Promise<Filled> {
  const left: LeftEntry[] = [];
  /** Locales, with a comma between → entries to publish in them. */
  const groups = new Map<string, Seen[]>();
  let filled = 0;
  for (const entry of entries) {
    const { values, publish, changed, apart } = planEntry(entry, filling);
    const toFill = Object.keys(values);
    if (entry.status === 'trashed') {
      const locales = [...toFill, ...apart].sort();
      if (locales.length > 0) left.push({ entry_id: entry.id, locales, reason: trashedReason(filling) });
      continue;
    }
    if (apart.length > 0) left.push({ entry_id: entry.id, locales: apart, reason: apartReason(filling) });
    let { version } = entry;
    if (toFill.length > 0) {
      try {
        // A version behind others' changes publishes none of them.
        const saved = await api.patch('/entries/{entryId}/draft', {
          params: { path: { entryId: entry.id } },
          body: { values, base_version: version },
        });
        version = Math.min(saved.version, version + 1);
        filled++;
      } catch (error) {
        const locales = [...new Set([...toFill, ...publish, ...changed])].sort();
        left.push({ entry_id: entry.id, locales, reason: refusalOfEntry(error) });
        continue;
      }
    }
    if (changed.length > 0) left.push({ entry_id: entry.id, locales: changed, reason: CHANGED });
    const seen = { id: entry.id, version };
    if (publish.length > 0) groups.set(publish.join(), [...(groups.get(publish.join()) ?? []), seen]);
  }
  const published = new Set<string>();
  for (const [locales, seen] of groups) {
    const refused = await publishAll(api, seen, locales.split(','));
    left.push(...refused);
    for (const { id } of seen) if (!refused.some(({ entry_id: one }) => one === id)) published.add(id);
  }
  return { filled, published, left };
}

/** Publishes entries in one snapshot, or in several when one request can't hold them. @returns the refused entries */
async function publishAll(
  api: ProjectClient,
  entries: readonly Seen[],
  locales: readonly string[],
): Promise<LeftEntry[]> {
  try {
    const { data } = await api.post('/entries/bulk', {
      params: { header: { 'Idempotency-Key': randomUUID() } },
      body: {
        action: 'publish',
        entry_ids: entries.map(({ id }) => id),
        base_versions: entries.map(({ version }) => version),
        locales,
        partial: true,
      },
    });
    return data.flatMap(({ id, error }) => (error ? [{ entry_id: id, locales, reason: sentenceOf(error) }] : []));
  } catch (error) {
    const reason = refusalOfEntry(error);
    if (entries.length === 1) return entries.map(({ id }) => ({ entry_id: id, locales, reason }));
    const half = Math.ceil(entries.length / 2);
    const first = await publishAll(api, entries.slice(0, half), locales);
    return [...first, ...(await publishAll(api, entries.slice(half), locales))];
  }
}

/** Why the API refused an entry. @throws errors that aren't about the entry */
function refusalOfEntry(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  if (error.code !== 'validation_failed' && !error.code.startsWith('entry.')) throw error;
  return sentenceOf(error);
}

function sentenceOf(refusal: {
  readonly code: string;
  readonly message: string;
  readonly details: readonly FailureDetail[];
}): string {
  return refusal.code === 'entry.version_conflict' ? MEANWHILE : explain(refusal);
}

function trashedReason({ from }: Filling): string {
  return `It is in the trash. Restore it and fill again, or its value is lost when ${from.key} is removed.`;
}

function apartReason({ from, to }: Filling): string {
  return `Its locales differ in ${from.key}, and ${to.key} has one value for all. Set ${to.key} yourself, and publish it.`;
}
