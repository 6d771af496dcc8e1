/** Patterns in RE2's syntax, in a chunk of their own: most schemas have none. */
export { startMatching } from '@stele/schema';
