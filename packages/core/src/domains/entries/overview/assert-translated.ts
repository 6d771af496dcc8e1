import { invalid } from '../../../platform/errors.ts';
import type { ProjectContext } from '../../context.ts';

type OfProject = Pick<ProjectContext, 'project'>;

/** @throws ApiError `validation_failed` for a locale that the project doesn't have */
export function assertLocale({ project: { locales } }: OfProject, locale: string, path: readonly string[]): void {
  if (locales.includes(locale)) return;
  throw invalid(path, `The project has no locale ${locale}. It has: ${locales.join(', ')}.`);
}

/** @throws ApiError `validation_failed` for the default locale, or one that the project doesn't have */
export function assertTranslated(ctx: OfProject, locale: string, path: readonly string[]): void {
  assertLocale(ctx, locale, path);
  if (locale === ctx.project.defaultLocale) {
    throw invalid(path, `${locale} is the default locale, which others are translated from.`);
  }
}
