import { pageById } from '../../api/cursor.ts';
import { viewOf } from '../../api/view.ts';
import { operation, router } from '../../domains/operation.ts';
import { projectActions } from '../../domains/projects/projects.names.ts';
import { write } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import { archiveErrors } from './archives.names.ts';
import * as schemas from './archives.schemas.ts';

/** How long a link works, which is long enough to begin a download. */
const LINK_SECONDS = 5 * 60;

export const archivesRouter = router({
  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/archives',
    summary: 'List archives',
    description: 'Files with earlier history that was moved to storage, the newest first.',
    access: 'audit.read',
    input: schemas.listArchivesInput,
    output: schemas.archivePageSchema,
    run: async ({ project, services: { database } }, input) => {
      const { archiveDays } = await database.prisma.project.findUniqueOrThrow({ where: { id: project.id } });
      const page = await pageById({ list: 'archives', project: project.id }, input, (after, take) =>
        database.prisma.archive.findMany({
          where: { projectId: project.id, completedAt: { not: null }, ...(after !== null && { id: { lt: after } }) },
          orderBy: { id: 'desc' },
          take,
        }),
      );
      const data = page.data.map(({ kind, ...row }) =>
        viewOf(schemas.archiveSchema, row, { kind: kind as schemas.ArchiveView['kind'] }),
      );
      return { data, next_cursor: page.next_cursor, after_days: archiveDays };
    },
  }),

  link: operation({
    method: 'GET',
    path: '/projects/{projectId}/archives/{archiveId}/file',
    summary: 'Get a link to an archive',
    description: 'NDJSON, compressed with gzip: one line for each row. The link works for five minutes.',
    access: 'audit.read',
    errors: [archiveErrors['archive.not_found']],
    input: schemas.archiveInput,
    output: schemas.archiveLinkSchema,
    run: async ({ project, services: { database, storage } }, { archiveId }) => {
      const where = { id: archiveId, projectId: project.id, completedAt: { not: null } };
      const found = await database.prisma.archive.findFirst({ where });
      if (!found) throw new ApiError(archiveErrors['archive.not_found']);
      const filename = `${found.kind}-${found.firstAt.toISOString().slice(0, 10)}.ndjson.gz`;
      const { url, expiresAt } = await storage.presignGet(found.key, { filename, expiresInSeconds: LINK_SECONDS });
      return { url, expires_at: expiresAt.toISOString() };
    },
  }),

  change: operation({
    method: 'PUT',
    path: '/projects/{projectId}/archives',
    summary: 'Set when history is archived',
    description:
      'Versions and audit records that are older move to files in storage, and leave the lists. What is current, ' +
      'live, approved or in a kept snapshot stays.',
    access: 'project.delete',
    limits: [{ limit: 'project.change' }],
    audit: [projectActions['project.change_archiving']],
    input: schemas.changeArchivingInput,
    output: schemas.archivingSchema,
    run: (ctx, { after_days: archiveDays }) =>
      write(ctx, async (tx) => {
        const where = { id: ctx.project.id };
        const before = await tx.project.findUniqueOrThrow({ where });
        await tx.project.update({ where, data: { archiveDays } });
        const data = { name: before.name, after_days: archiveDays, from: { after_days: before.archiveDays } };
        return {
          answer: { after_days: archiveDays },
          audit: { action: projectActions['project.change_archiving'], targetId: ctx.project.id, data },
        };
      }),
  }),
});
