import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { deriveListFacts, type ListFacts, searchVectorOf } from '../../../content/draft-values.ts';
import { loadStaleEntries, writeListFacts } from '../../../content/stale-facts.store.ts';
import { loadStaleDrafts, replaceSearchVectors } from '../../../content/stale-search.store.ts';
import type { EntryContext } from '../../../entries/entry-context.ts';
import type { JobHandler } from '../../../jobs/handler.ts';

/** How many entries or drafts are renewed without a pause. */
const ENTRIES_AT_ONCE = 50;
const DRAFTS_AT_ONCE = 20;

type Needed = Pick<EntryContext['services'], 'database' | 'schemas'> & { readonly log: Logger };

/**
 * Jobs that compute derived values again. Database migrations mark search vectors when the rules for them change; search uses
 * the old ones until they're renewed. Titles and sort keys are marked by migrations and by changes of the default locale.
 */
export const renewals: readonly JobHandler<Needed>[] = [
  renewal('renew-order', 'titles and sort keys', renewListFacts),
  renewal('renew-search', 'search vectors', renewSearchVectors),
];

function renewal(kind: string, what: string, renewSome: (services: Needed) => Promise<number>): JobHandler<Needed> {
  return {
    kind,
    everyMs: 10 * 60_000,
    run: async ({ signal }, services) => {
      let renewed = 0;
      for (let count = 1; count > 0 && !signal.aborted; await setImmediate()) {
        count = await renewSome(services);
        renewed += count;
      }
      if (renewed > 0) services.log.info({ renewed }, `derived ${what} again`);
    },
  };
}

/** @returns how many were renewed; 0 when none are left */
async function renewListFacts({ database: { pool }, schemas }: Needed): Promise<number> {
  const entries = await loadStaleEntries(pool, ENTRIES_AT_ONCE);
  const facts: ListFacts[] = [];
  for (const { project_id: projectId, collection_key, default_locale, schema_version, drafts, title } of entries) {
    const rules = { schema: await schemas.load(projectId, schema_version), defaultLocale: default_locale };
    facts.push(deriveListFacts(rules, collection_key, new Map(Object.entries(drafts ?? {})), title));
  }
  return entries.length === 0 ? 0 : writeListFacts(pool, entries, facts);
}

/** @returns how many were renewed; 0 when none are left */
async function renewSearchVectors({ database: { pool }, schemas }: Needed): Promise<number> {
  const drafts = await loadStaleDrafts(pool, DRAFTS_AT_ONCE);
  const vectors: Buffer[] = [];
  for (const { project_id: projectId, collection_key: collectionKey, locale, schema_version, values } of drafts) {
    const schema = await schemas.load(projectId, schema_version);
    vectors.push(searchVectorOf({ schema }, { projectId, collectionKey, locale }, values));
  }
  return drafts.length === 0 ? 0 : replaceSearchVectors(pool, drafts, vectors);
}
