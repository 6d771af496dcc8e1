/** The rules of content, in a chunk of their own: they're loaded after the form is shown. */
export { findIssuesWith, isBlank } from '@stele/schema';
