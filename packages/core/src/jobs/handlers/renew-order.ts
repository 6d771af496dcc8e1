import type { Logger } from 'pino';
import { deriveListFacts, type ListFacts } from '../../content/draft-values.ts';
import { loadStaleEntries, writeListFacts } from '../../content/stale-facts.store.ts';
import type { EntryContext } from '../../entries/entry-context.ts';
import type { JobHandler } from '../handler.ts';
import { renewal } from './renewal.ts';

/** Entries that are worked out without a pause. */
const BATCH = 50;

type Needed = Pick<EntryContext['services'], 'database' | 'schemas'>;

/** Works out what lists name and sort entries by, where that's marked: by a migration, or a change of the default locale. */
export function renewOrder(services: Needed & { readonly log: Logger }): JobHandler {
  return renewal(
    { kind: 'renew-order', what: 'titles and orders', renewSome: () => renewSome(services) },
    services.log,
  );
}

async function renewSome({ database: { pool }, schemas }: Needed): Promise<number> {
  const entries = await loadStaleEntries(pool, BATCH);
  const facts: ListFacts[] = [];
  for (const { project_id: projectId, collection_key, default_locale, schema_version, drafts, title } of entries) {
    const rules = { schema: await schemas.load(projectId, schema_version), defaultLocale: default_locale };
    facts.push(deriveListFacts(rules, collection_key, new Map(Object.entries(drafts ?? {})), title));
  }
  return entries.length === 0 ? 0 : writeListFacts(pool, entries, facts);
}
