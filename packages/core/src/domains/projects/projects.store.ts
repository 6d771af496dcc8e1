import type { ProjectContext, ProjectState } from '../../context.ts';
import { invalid } from '../../errors.ts';
import type { Role } from '../../permissions.ts';
import type { ProjectView } from './projects.schemas.ts';

type Stored = Pick<ProjectState, 'id' | 'name' | 'slug' | 'defaultLocale' | 'locales' | 'createdAt'>;

/** A project as the wire shows it. */
export function toProjectView(project: Stored, role: ProjectContext['role'] | Role): ProjectView {
  return {
    id: project.id,
    name: project.name,
    slug: project.slug,
    default_locale: project.defaultLocale,
    locales: [...project.locales],
    role,
    created_at: project.createdAt.toISOString(),
  };
}

/** @throws ApiError `validation_failed` unless the default locale is one of the locales */
export function checkDefaultLocale(locales: readonly string[], defaultLocale: string): void {
  if (!locales.includes(defaultLocale)) {
    throw invalid(['default_locale'], `The default locale ${defaultLocale} must be one of: ${locales.join(', ')}.`);
  }
}
