import type { Actor } from '../../platform/actor.ts';
import { write } from '../../platform/audit.ts';
import { isUniqueViolation } from '../../platform/database/unique-violation.ts';
import { ApiError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Context } from '../context.ts';
import type { CreateProjectInput, ProjectView } from './projects.schemas.ts';
import { checkDefaultLocale, toProjectView } from './projects.store.ts';

/**
 * Makes a project, whose first owner is the caller.
 *
 * @throws ApiError `validation_failed`, `project.slug_taken`
 */
export async function createProject(ctx: Context & { actor: Actor }, input: CreateProjectInput): Promise<ProjectView> {
  const [first = 'en'] = input.locales;
  const defaultLocale = input.default_locale ?? first;
  checkDefaultLocale(input.locales, defaultLocale);
  const id = newId('project');
  ctx.response.headers.set('location', `${ctx.services.settings.apiUrl}/v1/projects/${id}`);
  try {
    return await write(ctx, async (tx) => {
      const project = await tx.project.create({
        data: {
          id,
          name: input.name,
          slug: input.slug ?? slugOf(input.name, id),
          locales: input.locales,
          defaultLocale,
          createdAt: ctx.services.clock.now(),
          ...(ctx.actor.type === 'user' && {
            makerId: ctx.actor.id,
            members: { create: { userId: ctx.actor.id, role: 'owner' } },
          }),
        },
      });
      const data = { name: project.name, slug: project.slug, locales: project.locales };
      return {
        answer: toProjectView(project, 'owner'),
        audit: { action: 'project.create', targetId: id, data },
        projectId: id,
      };
    });
  } catch (error) {
    if (isUniqueViolation(error, 'projects_slug_key')) {
      throw new ApiError('project.slug_taken', {
        details: [{ path: ['slug'], message: 'A project has this slug already.' }],
      });
    }
    throw error;
  }
}

/** A slug from a name, with the end of the identifier to make it unique. */
function slugOf(name: string, id: string): string {
  const base = name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '');
  return [base, id.slice(-6)].filter((part) => part !== '').join('-');
}
