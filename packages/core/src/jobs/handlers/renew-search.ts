import type { Logger } from 'pino';
import { searchVectorOf } from '../../content/draft-values.ts';
import { loadStaleDrafts, replaceSearchVectors } from '../../content/stale-search.store.ts';
import type { EntryContext } from '../../entries/entry-context.ts';
import type { JobHandler } from '../handler.ts';
import { renewal } from './renewal.ts';

/** Drafts that are worked out without a pause. */
const BATCH = 20;

type Needed = Pick<EntryContext['services'], 'database' | 'schemas'>;

/**
 * Works out search vectors again that rules of an earlier release made: migrations mark them. Until then drafts are found
 * by those rules.
 */
export function renewSearch(services: Needed & { readonly log: Logger }): JobHandler {
  return renewal({ kind: 'renew-search', what: 'search vectors', renewSome: () => renewSome(services) }, services.log);
}

async function renewSome({ database: { pool }, schemas }: Needed): Promise<number> {
  const drafts = await loadStaleDrafts(pool, BATCH);
  const vectors: Buffer[] = [];
  for (const { project_id: projectId, collection_key: collectionKey, locale, schema_version, values } of drafts) {
    const schema = await schemas.load(projectId, schema_version);
    vectors.push(searchVectorOf({ schema }, { projectId, collectionKey, locale }, values));
  }
  return drafts.length === 0 ? 0 : replaceSearchVectors(pool, drafts, vectors);
}
