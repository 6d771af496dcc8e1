import type { Path } from '../issues.ts';
import { MOST_LEVELS, PARENT, type PageProblem } from './page-path.ts';
import type { PageFault } from './page-search.ts';
import { ownPathField } from './path-fields.ts';

/** A fault in words. */
type PageRefusal = {
  readonly path: Path;
  readonly message: string;
  readonly reason?: 'value_taken';
  readonly entry_id?: string;
};

const MESSAGES: Readonly<Record<PageProblem['problem'], (language: string) => string>> = {
  parent_missing: (language) =>
    `The page above, or one above that, is not live in ${language}. Publish it first, or both together.`,
  circle: () => 'A page cannot be below itself.',
  too_deep: () => `Pages can be at most ${MOST_LEVELS} levels deep.`,
  too_long: () => 'The path of the page is too long.',
  has_dots: () => 'A path cannot have a part that is "." or "..".',
};

/** Why an entry can't be changed, with the place of the field that names its page. */
export function pageRefusal(fault: PageFault, languageName: (locale: string) => string): PageRefusal {
  const { collection, locale, other } = fault;
  const language = languageName(locale);
  const own = ['values', locale, ownPathField(collection)];
  if ('taken' in fault) {
    const message = `In ${language}, ${fault.taken} is the path of another page, ${other}.`;
    return { path: own, message, reason: 'value_taken', entry_id: fault.other };
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
