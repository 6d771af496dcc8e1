import type { Logger } from 'pino';
import { deriveOrderKey } from '../../content/draft-values.ts';
import { loadStaleEntries, writeOrderKeys } from '../../content/stale-order.store.ts';
import type { EntryContext } from '../../entries/entry-context.ts';
import type { JobHandler } from '../handler.ts';
import { renewal } from './renewal.ts';

/** Entries that are worked out without a pause. */
const BATCH = 50;

type Needed = Pick<EntryContext['services'], 'database' | 'schemas'>;

/** Works out the order keys of entries that an earlier release wrote: a migration marks them. */
export function renewOrder(services: Needed & { readonly log: Logger }): JobHandler {
  return renewal({ kind: 'renew-order', what: 'orders', renewSome: () => renewSome(services) }, services.log);
}

async function renewSome({ database: { pool }, schemas }: Needed): Promise<number> {
  const entries = await loadStaleEntries(pool, BATCH);
  const keys: string[] = [];
  for (const { project_id: projectId, collection_key, default_locale, schema_version, drafts } of entries) {
    const rules = { schema: await schemas.load(projectId, schema_version), defaultLocale: default_locale };
    keys.push(deriveOrderKey(rules, collection_key, new Map(Object.entries(drafts ?? {}))));
  }
  return entries.length === 0 ? 0 : writeOrderKeys(pool, entries, keys);
}
