import { operation, router } from '../../domains/operation.ts';
import { auditPageSchema, listAuditInput, listInstanceAuditInput } from './audit.schemas.ts';
import { listAuditRecords, listInstanceAuditRecords } from './list-audit-records.ts';

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

  listOfInstance: operation({
    method: 'GET',
    path: '/instance/audit',
    summary: 'List audit records of the instance',
    description: 'Sign-ins, failures, credentials, accounts, directories and operators, newest first.',
    access: 'operator',
    input: listInstanceAuditInput,
    output: auditPageSchema,
    run: listInstanceAuditRecords,
  }),
});
