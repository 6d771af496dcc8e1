import { type CollectionDocument, MOST_LEVELS, ownPathField, PARENT, type PageProblem } from '@stele/schema';
import { ApiError, type ErrorDetail } from '../../platform/errors.ts';
import { languageName } from '../../platform/language-name.ts';

/** The errors of pages, for all that changes what is live. */
export const pageErrors = ['entry.path_taken', 'page.misplaced'] as const;

/** Why an entry can't be changed, because of its page or one below it. */
export type PageRefusal = { readonly code: (typeof pageErrors)[number]; readonly detail: ErrorDetail };

/** The refusal of an entry whose own values put its page where none can be. */
export function misplaced(collection: CollectionDocument, locale: string, found: PageProblem): PageRefusal {
  const field = found.problem === 'too_long' ? ownPathField(collection) : PARENT;
  const path = ['values', locale, field];
  const about = 'entry' in found && { entry_id: found.entry };
  return { code: 'page.misplaced', detail: { path, message: MESSAGES[found.problem](languageName(locale)), ...about } };
}

const MESSAGES: Readonly<Record<PageProblem['problem'], (language: string) => string>> = {
  parent_missing: (language) =>
    `The page above, or one above that, is not live in ${language}. Publish it first, or both together.`,
  circle: () => 'A page cannot be below itself.',
  too_deep: () => `Pages can be at most ${MOST_LEVELS} levels deep.`,
  too_long: () => 'The path of the page is too long.',
};

/** The refusal of an entry because of a page that refers to it. */
export function misplacedBelow(locale: string, entryId: string, { problem }: PageProblem): PageRefusal {
  const language = languageName(locale);
  const message =
    problem === 'parent_missing'
      ? `The page ${entryId} below it is live in ${language}. Take that off the site first, or both together.`
      : `The page ${entryId} below it would not fit: ${MESSAGES[problem](language)}`;
  return { code: 'page.misplaced', detail: { path: ['values', locale, PARENT], message, entry_id: entryId } };
}

/** The refusal of an entry whose page, or one below it, would be where another one is. */
export function pathTaken(collection: CollectionDocument, locale: string, path: string, other: string): PageRefusal {
  const message = `In ${languageName(locale)}, ${path} is the path of another page, ${other}.`;
  const place = ['values', locale, ownPathField(collection)];
  return { code: 'entry.path_taken', detail: { path: place, message, reason: 'value_taken', entry_id: other } };
}

/** The refusals of an entry as one error. */
export function pageError(refusals: readonly PageRefusal[]): ApiError {
  const code = refusals.some((one) => one.code === 'page.misplaced') ? 'page.misplaced' : 'entry.path_taken';
  return new ApiError(code, { details: refusals.filter((one) => one.code === code).map(({ detail }) => detail) });
}
