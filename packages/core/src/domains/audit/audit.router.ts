import { projectProcedure, router } from '../../procedures.ts';
import { op } from '../../rest/meta.ts';
import { auditPageSchema, listAuditInput } from './audit.schemas.ts';
import { listAuditRecords } from './list-audit-records.ts';

export const auditRouter = router({
  list: projectProcedure('audit.read')
    .meta(
      op({
        method: 'GET',
        path: '/projects/{projectId}/audit',
        tag: 'Audit',
        summary: 'List who did what',
        description: 'Every change to the project, its members, tokens, schema, entries and snapshots, newest first.',
        access: 'audit.read',
      }),
    )
    .input(listAuditInput)
    .output(auditPageSchema)
    .query(({ ctx, input }) => listAuditRecords(ctx, input)),
});
