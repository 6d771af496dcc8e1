import { schemaHash } from '@stele/schema';
import { sha256 } from '@stele/snapshot';
import { nextTurn } from '../../platform/breaks.ts';
import { ApiError } from '../../platform/errors.ts';
import { loadProjectLiveState } from '../../publishing/live-state.store.ts';
import { StateMoved } from '../../publishing/model.ts';
import { makeConfirmToken } from '../../schema-change/confirm-token.ts';
import { type PreparedChange, prepareChange, readProposedSchema } from '../../schema-change/prepare.ts';
import type { ProjectContext } from '../context.ts';
import { type DiffSchemaInput, type SchemaDiffView, toChangeView } from './schema.schemas.ts';

/** The changes that a schema would make, and their effect on the existing entries. Writes nothing. */
export async function diffSchema(ctx: ProjectContext, input: DiffSchemaInput): Promise<SchemaDiffView> {
  const { services } = ctx;
  const proposed = await readProposedSchema(input);
  const project = await loadProjectLiveState(services.database.pool, services.schemas, ctx.project.id);
  const { diff, examination, confirmed } = await prepareChange(ctx, project, proposed, null).catch(busy);
  const { changes } = examination;
  const destructive = changes.some((change) => change.class === 'destructive');
  const { authSecret } = services.settings;
  const unchanged = project.schema !== null && schemaHash(project.schema, sha256) === proposed.hash;
  const shown = changes.map(toChangeView);
  // Checking and writing the answer takes a while, too.
  await nextTurn();
  return {
    base_version: project.schemaVersion,
    hash: proposed.hash,
    unchanged,
    changes: shown,
    rename_candidates: structuredClone(diff.candidates) as SchemaDiffView['rename_candidates'],
    confirm_token: destructive ? makeConfirmToken(authSecret, confirmed, changes, services.clock.now()) : null,
  };
}

function busy(error: unknown): PreparedChange {
  if (error instanceof StateMoved) throw new ApiError('unavailable', { headers: { 'retry-after': '1' } });
  throw error;
}
