import { CHECK_MESSAGES } from './check-messages.ts';
import { Checker, type CheckMode, findIssuesWith } from './checker.ts';
import type { CollectionDocument, FieldShape, Json, Values } from './document.ts';
import type { Issue, IssueLog } from './issues.ts';
import { startMatching } from './patterns/match-pattern.ts';

const optionsOf = (mode: CheckMode) => ({ mode, messages: CHECK_MESSAGES, matches: startMatching() });

/** Issues of one locale's values of a collection: the first hundred. */
export function checkValues(collection: CollectionDocument, values: Values, mode: CheckMode): readonly Issue[] {
  return findIssues(collection, values, mode).issues;
}

/** Issues of one locale's values of a collection: the first hundred, and how many more there are. */
export function findIssues(
  collection: CollectionDocument,
  values: Values,
  mode: CheckMode,
): Pick<IssueLog, 'issues' | 'more'> {
  return findIssuesWith(optionsOf(mode), collection, values);
}

/** Issues of one value: the first hundred. */
export function checkValue(shape: FieldShape, value: Json, mode: CheckMode): readonly Issue[] {
  const checker = new Checker(optionsOf(mode));
  checker.value(shape, value, []);
  return checker.log.issues;
}
