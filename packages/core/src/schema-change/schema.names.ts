import { declareActions } from '../platform/audit-actions.ts';

export const schemaActions = declareActions({
  'schema.sync': { streamed: 'schema.synced', webhooks: ['schema.synced'], tells: ['version', 'snapshot_id'] },
});
