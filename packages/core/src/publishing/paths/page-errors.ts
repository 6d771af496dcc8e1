import { MOST_LEVELS, ownPathField, PARENT, type PageFault, type PageProblem } from '@stele/schema';
import { ApiError, type ErrorDetail } from '../../platform/errors.ts';
import { languageName } from '../../platform/language-name.ts';

/** The errors of pages, for all that changes what is live. */
export const pageErrors = ['entry.path_taken', 'page.misplaced'] as const;

const MESSAGES: Readonly<Record<PageProblem['problem'], (language: string) => string>> = {
  parent_missing: (language) =>
    `The page above, or one above that, is not live in ${language}. Publish it first, or both together.`,
  circle: () => 'A page cannot be below itself.',
  too_deep: () => `Pages can be at most ${MOST_LEVELS} levels deep.`,
  too_long: () => 'The path of the page is too long.',
  has_dots: () => 'A path cannot have a part that is "." or "..".',
};

/** Why an entry can't be changed, as an error at the fields that name its page. */
export function pageError(faults: readonly PageFault[]): ApiError {
  const misplaced = faults.filter((fault) => 'problem' in fault);
  return misplaced.length > 0
    ? new ApiError('page.misplaced', { details: misplaced.map(detailOf) })
    : new ApiError('entry.path_taken', { details: faults.map(detailOf) });
}

function detailOf(fault: PageFault): ErrorDetail {
  const { collection, locale, other } = fault;
  const language = languageName(locale);
  const own = ['values', locale, ownPathField(collection)];
  if ('taken' in fault) {
    const message = `In ${language}, ${fault.taken} is the path of another page, ${other}.`;
    return { path: own, message, reason: 'value_taken', entry_id: other };
  }
  const { problem } = fault;
  const path = problem.problem === 'too_long' || problem.problem === 'has_dots' ? own : ['values', locale, PARENT];
  const said = MESSAGES[problem.problem](language);
  if (other === null) return { path, message: said, ...('entry' in problem && { entry_id: problem.entry }) };
  const isLeft = problem.problem === 'parent_missing';
  const message = isLeft
    ? `The page ${other} below it is live in ${language}. Take that off the site first, or both together.`
    : `The page ${other} below it would not fit: ${said}`;
  return { path, message, entry_id: other };
}
