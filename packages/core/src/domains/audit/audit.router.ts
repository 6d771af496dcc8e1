import { operation, router } from '../operation.ts';
import { auditPageSchema, listAuditInput } from './audit.schemas.ts';
import { listAuditRecords } from './list-audit-records.ts';

export const auditRouter = router({
  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/audit',
    summary: 'List audit records',
    description: 'Who changed what in the project, its members, tokens, schema, entries and snapshots, newest first.',
    access: 'audit.read',
    input: listAuditInput,
    output: auditPageSchema,
    run: listAuditRecords,
  }),
});
