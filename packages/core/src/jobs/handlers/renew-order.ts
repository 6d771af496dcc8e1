import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { deriveOrderKey } from '../../content/draft-values.ts';
import { loadStaleEntries, writeOrderKeys } from '../../content/stale-order.store.ts';
import type { EntryContext } from '../../entries/entry-context.ts';
import type { JobHandler } from '../handler.ts';

/** Entries that are worked out without a pause. */
const BATCH = 50;

type Needed = Pick<EntryContext['services'], 'database' | 'schemas'>;

/** Works out the order keys of entries that an earlier release wrote: a migration marks them. */
export function renewOrder(services: Needed & { readonly log: Logger }): JobHandler {
  return {
    kind: 'renew-order',
    everyMs: 10 * 60_000,
    run: async ({ signal }) => {
      let renewed = 0;
      for (let count = BATCH; count > 0 && !signal.aborted; await setImmediate()) {
        count = await renewBatch(services);
        renewed += count;
      }
      if (renewed > 0) services.log.info({ renewed }, 'worked out the order of entries that an earlier release wrote');
    },
  };
}

async function renewBatch({ database: { pool }, schemas }: Needed): Promise<number> {
  const entries = await loadStaleEntries(pool, BATCH);
  const keys: string[] = [];
  for (const {
    project_id: projectId,
    collection_key: collectionKey,
    default_locale,
    schema_version,
    drafts,
  } of entries) {
    const schema = await schemas.load(projectId, schema_version);
    const rules = { schema, defaultLocale: default_locale };
    keys.push(deriveOrderKey(rules, collectionKey, new Map(Object.entries(drafts ?? {}))));
  }
  return entries.length === 0 ? 0 : writeOrderKeys(pool, entries, keys);
}
