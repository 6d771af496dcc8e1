import { write } from '../../audit.ts';
import type { ProjectContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { ProjectView, UpdateProjectInput } from './projects.schemas.ts';
import { checkDefaultLocale, toProjectView } from './projects.store.ts';

/**
 * Changes a project's name and locales.
 *
 * @throws ApiError `validation_failed`; `project.locale_in_use` for a locale that has drafts or live content
 */
export async function updateProject(ctx: ProjectContext, input: UpdateProjectInput): Promise<ProjectView> {
  return write(ctx, async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM projects WHERE id = ${ctx.project.id} FOR UPDATE`;
    const current = await tx.project.findUniqueOrThrow({ where: { id: ctx.project.id } });
    const locales = input.locales ?? current.locales;
    const defaultLocale = input.default_locale ?? current.defaultLocale;
    checkDefaultLocale(locales, defaultLocale);
    const removed = current.locales.filter((locale) => !locales.includes(locale));
    if (removed.length > 0) {
      const used = await tx.$queryRaw<{ locale: string }[]>`
        SELECT DISTINCT d.locale FROM entry_drafts d JOIN entries e ON e.id = d.entry_id
          WHERE e.project_id = ${ctx.project.id} AND d.locale = ANY(${removed})
        UNION SELECT DISTINCT locale FROM publications
          WHERE project_id = ${ctx.project.id} AND locale = ANY(${removed}) AND until_seq IS NULL
        UNION SELECT DISTINCT l.locale FROM publications l JOIN snapshots s ON s.id = ${current.liveSnapshotId}
          WHERE ${current.restoring} AND l.project_id = ${ctx.project.id} AND l.locale = ANY(${removed})
            AND l.since_seq <= s.seq AND l.until_seq > s.seq`;
      if (used.length > 0) {
        throw new ApiError('project.locale_in_use', {
          details: used.map(({ locale }) => ({
            path: ['locales'],
            message: `The locale ${locale} has content.`,
            locale,
          })),
        });
      }
    }
    const project = await tx.project.update({
      where: { id: ctx.project.id },
      data: { ...(input.name !== undefined && { name: input.name }), locales, defaultLocale },
    });
    const data = { name: project.name, locales, default_locale: defaultLocale };
    return {
      answer: toProjectView(project, ctx.role),
      audit: { action: 'project.update', targetId: project.id, data },
    };
  });
}
