import { type PageFault, pageRefusal } from '@stele/schema';
import { ApiError } from '../../platform/errors.ts';
import { languageName } from '../../platform/language-name.ts';

/** The errors of pages, for all that changes what is live. */
export const pageErrors = ['entry.path_taken', 'page.misplaced'] as const;

/** Why an entry can't be changed, as an error at the fields that name its page. */
export function pageError(faults: readonly PageFault[]): ApiError {
  const detailOf = (fault: PageFault) => pageRefusal(fault, languageName);
  const misplaced = faults.filter((fault) => 'problem' in fault);
  return misplaced.length > 0
    ? new ApiError('page.misplaced', { details: misplaced.map(detailOf) })
    : new ApiError('entry.path_taken', { details: faults.map(detailOf) });
}
