import { invalid } from '../../../platform/errors.ts';
import type { ProjectContext } from '../../context.ts';

/** @throws ApiError `validation_failed` for the default locale, or one that the project doesn't have */
export function assertTranslated(
  { project }: Pick<ProjectContext, 'project'>,
  locale: string,
  path: readonly string[],
): void {
  const { locales, defaultLocale } = project;
  if (!locales.includes(locale)) {
    throw invalid(path, `The project has no locale ${locale}. It has: ${locales.join(', ')}.`);
  }
  if (locale === defaultLocale) {
    throw invalid(path, `${locale} is the default locale, which others are translated from.`);
  }
}
