import type { Api } from '../api/api.ts';
import type { SchemaDiff, SchemaProposal } from '../api/shapes.ts';

/**
 * What a proposal would change. A schema that is active already changes nothing, so renames and migrations that came
 * with it when it was pushed may be given again.
 *
 * @throws ApiFailure, for renames and migrations too that fit nothing that changes
 */
export async function compareSchema(api: Api, projectId: string, proposal: SchemaProposal): Promise<SchemaDiff> {
  if (proposal.renames.length + proposal.migrations.length > 0) {
    const plain = await api.diffSchema(projectId, { ...proposal, renames: [], migrations: [] });
    if (plain.unchanged) return plain;
  }
  return api.diffSchema(projectId, proposal);
}
