import { declareLimits, perHour } from '../../access/limits/limits.ts';
import { declareErrors } from '../../platform/errors.ts';

export const schemaLimits = declareLimits({
  'schema.diff': perHour(120, 'comparisons of schemas'),
  'schema.sync': perHour(30, 'pushes of schemas'),
});

export const schemaErrors = declareErrors({
  'schema.none_pushed': { status: 404, message: 'No schema has been pushed yet.' },
  'schema.version_not_found': { status: 404, message: 'There is no such version of the schema.' },
  'schema.version_conflict': { status: 409, message: 'Another schema was pushed since. Compare again.' },
  'schema.migration_required': {
    status: 409,
    message: 'Existing values do not fit the schema. Send a migration for them. See details.',
  },
  'schema.confirmation_required': {
    status: 409,
    message: 'The change loses content. Compare first, and send the confirm_token. See details.',
  },
});
