import type { ProjectState } from '../../access/identity.ts';
import { permissionsIn } from '../../access/permissions.ts';
import { viewOf } from '../../api/view.ts';
import type { Project } from '../../generated/prisma/client.ts';
import type { Transaction } from '../../platform/audit.ts';
import { text } from '../../platform/database/row.ts';
import { type Connection, execute, query, sql } from '../../platform/database/sql.ts';
import { invalid } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import { type ProjectView, projectSchema } from './projects.schemas.ts';

type Stored = Pick<ProjectState, 'id' | 'name' | 'slug' | 'defaultLocale' | 'locales' | 'createdAt'> & {
  readonly previewSites: unknown;
  readonly requiresTwoFactor: boolean;
};

/** A project as API responses show it. @param who the caller, with their rights in it */
export function toProjectView(
  project: Stored,
  { role, limits, rights }: Pick<ProjectContext, 'role' | 'limits' | 'rights'>,
): ProjectView {
  return viewOf(projectSchema, project, {
    locales: [...project.locales],
    preview_sites: project.previewSites as ProjectView['preview_sites'],
    role,
    permissions: permissionsIn(rights),
    limits: limits ?? {},
  });
}

/** @throws ApiError `validation_failed` unless the default locale is one of the locales */
export function checkDefaultLocale(locales: readonly string[], defaultLocale: string): void {
  if (!locales.includes(defaultLocale)) {
    throw invalid(['default_locale'], `The default locale ${defaultLocale} must be one of: ${locales.join(', ')}.`);
  }
}

/**
 * Locks a project until the transaction ends: no one else can change its published content, deploy targets, webhooks, saved views
 * and folders.
 */
export async function lockProjectLists(on: Connection, projectId: string): Promise<void> {
  await execute(on, sql`SELECT 1 FROM projects WHERE id = ${projectId} FOR NO KEY UPDATE`);
}

/** A project's row, locked until the transaction ends. */
export async function lockProject(tx: Transaction, projectId: string): Promise<Project> {
  await execute(tx, sql`SELECT 1 FROM projects WHERE id = ${projectId} FOR UPDATE`);
  return tx.project.findUniqueOrThrow({ where: { id: projectId } });
}

/** Finds the locales of a list that have drafts or published content. */
export async function findUsedLocales(tx: Transaction, { id }: Project, locales: readonly string[]): Promise<string[]> {
  const used = await query(
    tx,
    sql`SELECT DISTINCT d.locale FROM entry_drafts d JOIN entries e ON e.id = d.entry_id
        WHERE e.project_id = ${id} AND d.locale = ANY(${locales})
      UNION SELECT DISTINCT locale FROM publications
        WHERE project_id = ${id} AND locale = ANY(${locales}) AND until_seq IS NULL`,
    { locale: text },
  );
  return used.map(({ locale }) => locale);
}
