import { ApiError, type ErrorDetail } from '../../platform/errors.ts';

/** @throws ApiError `validation_failed` for each repeated value in a field's list */
export function refuseRepeats(field: 'locales' | 'entry_ids', values: readonly string[]): void {
  const details = values.flatMap((value, index): ErrorDetail[] =>
    values.indexOf(value) < index ? [{ path: [field, index], message: `${value} is named twice.` }] : [],
  );
  if (details.length > 0) throw new ApiError('validation_failed', { details });
}
