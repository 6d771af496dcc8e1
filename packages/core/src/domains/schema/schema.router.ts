import { schemaActions } from '../../schema-change/schema.names.ts';
import { operation, router } from '../operation.ts';
import { diffSchema } from './diff-schema.ts';
import { getActiveSchema } from './get-active-schema.ts';
import { getSchemaVersion } from './get-version.ts';
import { listSchemaVersions } from './list-versions.ts';
import { schemaErrors, schemaLimits } from './schema.names.ts';
import * as schemas from './schema.schemas.ts';
import { syncSchema } from './sync-schema.ts';

export const schemaRouter = router({
  diff: operation({
    method: 'POST',
    path: '/projects/{projectId}/schema/diff',
    summary: 'Compare a schema with the active one',
    description: 'Counts the entries that the changes would affect. Writes nothing.',
    access: 'schema.write',
    limits: [{ limit: schemaLimits['schema.diff'] }],
    audit: [],
    input: schemas.diffSchemaInput,
    output: schemas.schemaDiffSchema,
    run: diffSchema,
  }),

  sync: operation({
    method: 'POST',
    path: '/projects/{projectId}/schema/sync',
    summary: 'Make a schema the active one',
    description:
      'Migrates all entries and live content, or nothing. Changes that lose content must be confirmed with the token from the comparison.',
    access: 'schema.write',
    errors: [
      schemaErrors['schema.version_conflict'],
      schemaErrors['schema.migration_required'],
      schemaErrors['schema.confirmation_required'],
    ],
    limits: [{ limit: schemaLimits['schema.sync'] }],
    idempotent: true,
    audit: [schemaActions['schema.sync']],
    input: schemas.syncSchemaInput,
    output: schemas.syncResultSchema,
    run: syncSchema,
  }),

  getActive: operation({
    method: 'GET',
    path: '/projects/{projectId}/schema',
    summary: 'Read the active schema',
    description: 'Collections with their fields, and the version that the next push is based on.',
    access: 'schema.read',
    errors: [schemaErrors['schema.none_pushed']],
    input: schemas.getSchemaInput,
    output: schemas.schemaVersionSchema,
    run: getActiveSchema,
  }),

  listVersions: operation({
    method: 'GET',
    path: '/projects/{projectId}/schema/versions',
    summary: "List the schema's versions",
    description: 'Newest first, each with what it changed.',
    access: 'schema.read',
    input: schemas.listSchemaVersionsInput,
    output: schemas.schemaVersionPageSchema,
    run: listSchemaVersions,
  }),

  getVersion: operation({
    method: 'GET',
    path: '/projects/{projectId}/schema/versions/{version}',
    summary: 'Read a version of the schema',
    description: 'The schema as it was pushed, and who pushed it.',
    access: 'schema.read',
    errors: [schemaErrors['schema.version_not_found']],
    input: schemas.getSchemaVersionInput,
    output: schemas.schemaVersionSchema,
    run: getSchemaVersion,
  }),
});
