import { ApiError, type ErrorDetail } from '../../platform/errors.ts';

/** @throws ApiError `validation_failed` for each locale that is named again */
export function refuseRepeats(locales: readonly string[]): void {
  const details = locales.flatMap((locale, index): ErrorDetail[] =>
    locales.indexOf(locale) < index ? [{ path: ['locales', index], message: `${locale} is named twice.` }] : [],
  );
  if (details.length > 0) throw new ApiError('validation_failed', { details });
}
