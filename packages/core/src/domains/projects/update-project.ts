import { markListFacts } from '../../content/stale-facts.store.ts';
import { write } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import { enqueueJobs } from '../../platform/job-queue.store.ts';
import type { ProjectContext } from '../context.ts';
import type { ProjectView, UpdateProjectInput } from './projects.schemas.ts';
import { checkDefaultLocale, findUsedLocales, lockProject, toProjectView } from './projects.store.ts';

/**
 * Changes a project's name and locales. After a change of the default locale, titles and sort keys are derived again in the
 * background.
 *
 * @throws ApiError `validation_failed`; `project.locale_in_use` for a locale that has drafts or published content
 */
export async function updateProject(ctx: ProjectContext, input: UpdateProjectInput): Promise<ProjectView> {
  const { clock, jobs } = ctx.services;
  const view = await write(ctx, async (tx) => {
    const current = await lockProject(tx, ctx.project.id);
    const locales = input.locales ?? current.locales;
    const defaultLocale = input.default_locale ?? current.defaultLocale;
    checkDefaultLocale(locales, defaultLocale);
    const removed = current.locales.filter((locale) => !locales.includes(locale));
    if (removed.length > 0) {
      const used = await findUsedLocales(tx, current, removed);
      if (used.length > 0) {
        throw new ApiError('project.locale_in_use', {
          details: used.map((locale) => ({
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
    if (defaultLocale !== current.defaultLocale) {
      await markListFacts(tx, ctx.project.id);
      const now = clock.now();
      await enqueueJobs(tx, [{ kind: 'renew-order', key: 'recurring', runAt: now }], now);
    }
    const data = {
      name: project.name,
      locales,
      default_locale: defaultLocale,
      from: { name: current.name, locales: current.locales, default_locale: current.defaultLocale },
    };
    return {
      answer: toProjectView(project, ctx.role),
      audit: { action: 'project.update', targetId: project.id, data },
    };
  });
  jobs.wake();
  return view;
}
