/** The rules of content, in a chunk of their own: they're loaded once the form stands. */
export { findIssuesWith, isBlank } from '@stele/schema';
