import { findCollection } from '@stele/schema';
import { isReadable } from '../../../access/permissions.ts';
import { invalid } from '../../../platform/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { assertLocale } from '../overview/assert-translated.ts';
import type { UsedValues, UsedValuesInput } from './used-values.schemas.ts';
import { loadUsedValues } from './used-values.store.ts';

/**
 * The texts that entries of a collection have in a list, such as their tags. Of a collection that may not be read, none.
 *
 * @throws ApiError `validation_failed` for an unknown locale, and for a field that is no list of texts
 */
export async function listUsedValues(ctx: ProjectContext, input: UsedValuesInput): Promise<UsedValues> {
  const { project, services, reads } = ctx;
  assertLocale(ctx, input.locale, ['locale']);
  if (!isReadable(reads, input.collection)) return { data: [] };
  const schema = await services.schemas.load(project.id, project.schemaVersion);
  const field = findCollection(schema, input.collection)?.fields.find(({ key }) => key === input.field);
  if (field?.type !== 'list' || field.of.type !== 'text') {
    throw invalid(['field'], `The collection ${input.collection} has no list of texts ${input.field}.`);
  }
  return { data: await loadUsedValues(services.database.pool, input) };
}
