import { randomUUID } from 'node:crypto';
import { ApiError, type ProjectClient, type SchemaDiff, type SchemaSyncResult } from '@stele/client';
import { UserError } from '../errors.ts';
import { entriesText } from '../output/words.ts';
import { compareSchema, type SchemaProposal } from '../schema/compare.ts';
import type { Judge } from './judge.ts';
import { type OnDiff, type Settled, settle } from './settle.ts';

interface Push {
  readonly api: ProjectClient;
  readonly proposal: SchemaProposal;
  /** Decides what the schemas alone don't. */
  readonly judge: Judge;
  /** Called with each comparison and its proposal; not when nothing changes. */
  readonly onDiff: OnDiff;
}

/** The last comparison of a push, and what the push did: null when the project had the schema already. */
export interface Pushed {
  readonly diff: SchemaDiff;
  readonly result: SchemaSyncResult | null;
}

/**
 * Makes a schema the project's, once the judge has decided everything about it.
 *
 * @throws UserError when the judge refuses, or someone else pushed meanwhile
 */
export async function pushSchema({ api, proposal, judge, onDiff }: Push): Promise<Pushed> {
  const settled = await settle(proposal, (one) => compareSchema(api, one), judge, onDiff);
  if (settled.diff.unchanged) return { diff: settled.diff, result: null };
  await judge.confirm(settled.diff);
  return { diff: settled.diff, result: await sync(api, settled) };
}

/**
 * Pushes what was decided and shown.
 *
 * @throws UserError when someone else pushed meanwhile, or content changed so that it would do something else
 */
export async function sync(api: ProjectClient, { proposal, diff }: Settled): Promise<SchemaSyncResult> {
  const { base_version, confirm_token } = diff;
  try {
    return await api.post('/schema/sync', {
      // Keeps a push whose answer is lost from looking like someone else's.
      params: { header: { 'Idempotency-Key': randomUUID() } },
      body: { ...proposal, base_version, ...(confirm_token !== null && { confirm_token }) },
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'schema.version_conflict') {
      throw new UserError(
        'Someone pushed another schema in the meantime. Run the command again to see the differences.',
      );
    }
    if (error.code === 'schema.confirmation_required' || error.code === 'schema.migration_required') {
      const lines = error.details.map(({ message }) => `  ${message}`);
      throw new UserError(
        ['Nothing was changed: what the push would do changed since it was shown. Run it again.', ...lines].join('\n'),
        error.details,
      );
    }
    throw error;
  }
}

/** The result of a push, for people. @param result null when there was nothing to push */
export function describePush(result: SchemaSyncResult | null): string {
  if (result === null || result.unchanged) return 'Nothing changed: the project has this schema already.';
  const { version, migrated_entries: migrated, snapshot_id: snapshot } = result;
  const moved = migrated > 0 ? ` ${entriesText(migrated)} migrated.` : '';
  const live = snapshot === null ? '' : ` The live content was migrated with it (${snapshot}).`;
  return `Pushed: the schema is at version ${version}.${moved}${live}`;
}
