import { randomUUID } from 'node:crypto';
import type { Api } from '../api/api.ts';
import type { EntryContent } from '../api/shapes.ts';
import { ApiFailure } from '../errors.ts';
import { type Filling, planEntry } from './plan-entry.ts';

const CHANGED = 'It has unpublished changes. Publish them, or discard them and fill again.';

/** An entry that still lacks the value. */
export interface LeftEntry {
  readonly entry_id: string;
  readonly locales: readonly string[];
  readonly reason: string;
}

/** An entry as it was when this run filled it: later changes aren't published. */
type Seen = Pick<EntryContent, 'id' | 'version'>;

/** What became of some entries. */
export interface Filled {
  readonly filled: number;
  readonly published: ReadonlySet<string>;
  readonly left: readonly LeftEntry[];
}

/**
 * Fills the drafts of some entries, and publishes those that differ from the live content in nothing else. Goes on after an entry that the
 * API refuses.
 *
 * @param entries at most 100
 */
export async function fillEntries(
  api: Api,
  projectId: string,
  entries: readonly EntryContent[],
  filling: Filling,
): Promise<Filled> {
  const left: LeftEntry[] = [];
  /** Locales, with a comma between → entries to publish in them. */
  const groups = new Map<string, Seen[]>();
  let filled = 0;
  for (const entry of entries) {
    const { values, publish, changed } = planEntry(entry, filling);
    const toFill = Object.keys(values);
    let { version } = entry;
    if (toFill.length > 0) {
      try {
        // A version behind others' changes publishes none of them.
        version = Math.min((await api.patchDraft(projectId, entry, values)).version, entry.version + 1);
        filled++;
      } catch (error) {
        const locales = [...new Set([...toFill, ...publish, ...changed])].sort();
        left.push({ entry_id: entry.id, locales, reason: refusalOf(error) });
        continue;
      }
    }
    if (changed.length > 0) left.push({ entry_id: entry.id, locales: changed, reason: CHANGED });
    const seen = { id: entry.id, version };
    if (publish.length > 0) groups.set(publish.join(), [...(groups.get(publish.join()) ?? []), seen]);
  }
  const published = new Set<string>();
  for (const [locales, seen] of groups) {
    const refused = await publishAll(api, projectId, seen, locales.split(','));
    left.push(...refused);
    for (const { id } of seen) if (!refused.some(({ entry_id: one }) => one === id)) published.add(id);
  }
  return { filled, published, left };
}

/** Publishes entries in one snapshot; in several when they are too much for one request. @returns those that were refused */
async function publishAll(
  api: Api,
  projectId: string,
  entries: readonly Seen[],
  locales: readonly string[],
): Promise<LeftEntry[]> {
  try {
    const { data } = await api.publishEntries(projectId, entries, locales, randomUUID());
    return data.flatMap(({ id, error }) => (error ? [{ entry_id: id, locales, reason: describe(error) }] : []));
  } catch (error) {
    const reason = refusalOf(error);
    if (entries.length === 1 || !(error instanceof ApiFailure) || error.code !== 'validation_failed') {
      return entries.map(({ id }) => ({ entry_id: id, locales, reason }));
    }
    const half = Math.ceil(entries.length / 2);
    const first = await publishAll(api, projectId, entries.slice(0, half), locales);
    return [...first, ...(await publishAll(api, projectId, entries.slice(half), locales))];
  }
}

/** Why the API refused. @throws what says nothing about the entries: that the API is out of reach, or the token no longer good */
function refusalOf(error: unknown): string {
  if (error instanceof ApiFailure && error.status !== 401 && error.status !== 403) return error.message;
  throw error;
}

function describe({
  message,
  details,
}: {
  readonly message: string;
  readonly details: readonly { readonly path: readonly (string | number)[]; readonly message: string }[];
}): string {
  return details.map((detail) => `${detail.path.join('.')}: ${detail.message}`).join('; ') || message;
}
