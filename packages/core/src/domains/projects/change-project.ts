import { assertMay } from '../../access/authorize.ts';
import { lockPerson } from '../../access/lock-people.store.ts';
import { customRolesOf } from '../../access/membership.ts';
import { isOperator } from '../../access/operator.store.ts';
import { assertLeftTo } from '../../access/operator-rights.ts';
import { markListFacts } from '../../content/stale-facts.store.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Transaction, write } from '../../platform/audit.ts';
import { isUniqueViolation } from '../../platform/database/unique-violation.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { enqueueJobs } from '../../platform/job-queue.store.ts';
import { withdrawProject } from '../../publishing/removal/removal.store.ts';
import { showLocales } from '../../publishing/show-locales.ts';
import type { Context, ProjectContext } from '../context.ts';
import type { Services } from '../services.ts';
import { assertUnused } from './custom-roles.ts';
import { checkGroupRoles, groupRolesOf } from './group-roles.ts';
import { projectActions, projectErrors } from './projects.names.ts';
import type { CreateProjectInput, ProjectView, UpdateProjectInput } from './projects.schemas.ts';
import { checkDefaultLocale, findUsedLocales, lockProject, toProjectView } from './projects.store.ts';
import { assertSeen } from './seen-lists.ts';

/**
 * Creates a project, whose first owner is the caller.
 *
 * @throws ApiError `validation_failed`, `project.slug_taken`, `project.limit_reached`, `instance.operator_only`
 */
export async function createProject(ctx: Context & { actor: Actor }, input: CreateProjectInput): Promise<ProjectView> {
  const [first = 'en'] = input.locales;
  const defaultLocale = input.default_locale ?? first;
  checkDefaultLocale(input.locales, defaultLocale);
  const id = newId('project');
  ctx.response.headers.set('location', `${ctx.services.settings.apiUrl}/v1/projects/${id}`);
  try {
    return await write(ctx, async (tx) => {
      if (ctx.actor.type === 'user') await assertMayMakeProject(tx, ctx.services, ctx.actor.id);
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
        answer: toProjectView(project, { role: 'owner', limits: null, rights: ctx.services.grants.roles.owner }),
        audit: { action: projectActions['project.create'], targetId: id, data },
        projectId: id,
      };
    });
  } catch (error) {
    if (isUniqueViolation(error, 'projects_slug_key')) {
      throw new ApiError(projectErrors['project.slug_taken'], {
        details: [{ path: ['slug'], message: 'Another project already has this slug.' }],
      });
    }
    throw error;
  }
}

async function assertMayMakeProject(tx: Transaction, services: Services, userId: string): Promise<void> {
  await assertLeftTo(tx, services.settings, 'projects', userId);
  if (await isOperator(tx, userId)) return;
  await lockPerson(tx, userId);
  const { emailVerified } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  // Else anyone has as many as they invite addresses.
  if (!emailVerified && services.mailer !== null) throw new ApiError('auth.email_not_verified');
  // A deleted one has no members until its rows are gone, too.
  const made = await tx.project.count({ where: { makerId: userId, members: { some: {} } } });
  if (made >= services.quotas.projects) throw new ApiError(projectErrors['project.limit_reached']);
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

/**
 * Changes a project's name, locales, own roles, roles of groups, the sites of its previews, and whether it requires two-factor
 * codes. Members have their new rights at once. New locales are in a snapshot when it resolves, if the storage allows. After a
 * change of the default locale, titles and sort keys are computed again in the background.
 *
 * @throws ApiError `validation_failed`; as `assertMay` does, for roles; `project.changed`;
 * `project.locale_in_use` for a locale that has drafts or published content
 */
export async function updateProject(ctx: ProjectContext, input: UpdateProjectInput): Promise<ProjectView> {
  const { clock, jobs, log } = ctx.services;
  const { requires_two_factor: requiresTwoFactor, group_roles: groupRoles } = input;
  // The base as well: a refusal tells whether groups have the roles that it names.
  const ofGroups = groupRoles ?? input.base_group_roles;
  if (input.roles || ofGroups || requiresTwoFactor !== undefined) assertMay(ctx, 'member.manage');
  let hasNewLocales = false;
  const view = await write(ctx, async (tx) => {
    const current = await lockProject(tx, ctx.project.id);
    if (requiresTwoFactor) await assertHasTwoFactor(tx, ctx);
    assertSeen(ctx.services.grants, input, current);
    if (groupRoles) {
      const customRoles = input.roles ?? current.customRoles;
      await checkGroupRoles(tx, ctx, { ...current, customRoles }, groupRoles);
    }
    if (input.roles) await assertUnused(tx, current, input.roles, groupRoles ?? groupRolesOf(current), clock.now());
    const locales = input.locales ?? current.locales;
    const defaultLocale = input.default_locale ?? current.defaultLocale;
    checkDefaultLocale(locales, defaultLocale);
    hasNewLocales = locales.some((locale) => !current.locales.includes(locale));
    const removed = current.locales.filter((locale) => !locales.includes(locale));
    if (removed.length > 0) {
      const used = await findUsedLocales(tx, current, removed);
      if (used.length > 0) {
        throw new ApiError(projectErrors['project.locale_in_use'], {
          details: used.map((locale) => ({
            path: ['locales'],
            message: `The locale ${locale} has content.`,
            locale,
          })),
        });
      }
    }
    const sites = input.preview_sites !== undefined && { previewSites: input.preview_sites };
    const project = await tx.project.update({
      where: { id: ctx.project.id },
      data: {
        ...(input.name !== undefined && { name: input.name }),
        locales,
        defaultLocale,
        ...sites,
        ...(input.roles && { customRoles: input.roles }),
        ...(groupRoles && { groupRoles }),
        ...(requiresTwoFactor !== undefined && { requiresTwoFactor }),
      },
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
      ...(input.preview_sites !== undefined && { preview_sites: input.preview_sites }),
      ...(requiresTwoFactor !== undefined && { requires_two_factor: requiresTwoFactor }),
      ...(input.roles && { roles: input.roles, roles_before: customRolesOf(current) }),
      ...(groupRoles && { group_roles: groupRoles, group_roles_before: groupRolesOf(current) }),
      from: {
        name: current.name,
        locales: current.locales,
        default_locale: current.defaultLocale,
        ...(requiresTwoFactor !== undefined && { requires_two_factor: current.requiresTwoFactor }),
      },
    };
    return {
      answer: toProjectView(project, ctx),
      audit: { action: projectActions['project.update'], targetId: project.id, data },
    };
  });
  jobs.wake();
  if (hasNewLocales) {
    await showLocales(ctx.services, ctx.project.id, ctx).catch((err: unknown) =>
      log.warn({ err, projectId: ctx.project.id }, 'new locales wait for the next publish'),
    );
  }
  return view;
}

/** No one keeps themselves out. @throws ApiError `validation_failed` */
async function assertHasTwoFactor(tx: Transaction, { actor, sessionId }: ProjectContext): Promise<void> {
  const { twoFactorEnabled } = await tx.user.findUniqueOrThrow({ where: { id: actor.id } });
  if (twoFactorEnabled) return;
  const session = sessionId === null ? null : await tx.session.findUnique({ where: { id: sessionId } });
  if (!session?.providerFactor) throw invalid(['requires_two_factor'], 'Turn on two-factor codes for yourself first.');
}

/**
 * Deletes a project. When it resolves, no one can access it and its tokens don't work. A job removes its files and rows. Its audit
 * records stay in the database.
 *
 * @throws ApiError `validation_failed` unless its exact name is given
 */
export async function deleteProject(
  ctx: ProjectContext,
  { confirm_name: name }: { readonly confirm_name: string },
): Promise<ProjectView> {
  const { clock, jobs } = ctx.services;
  const now = clock.now();
  const answer = await write(ctx, async (tx) => {
    const project = await lockProject(tx, ctx.project.id);
    if (name !== project.name) throw invalid(['confirm_name'], 'This is not the name of the project.');
    await withdrawProject(tx, project.id, now);
    const data = { name: project.name, slug: project.slug };
    return {
      answer: toProjectView(project, ctx),
      audit: { action: projectActions['project.delete'], targetId: project.id, data },
    };
  });
  jobs.wake();
  return answer;
}
