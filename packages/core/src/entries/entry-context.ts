import type { ProjectState } from '../access/identity.ts';
import type { ContentContext } from '../content/content-context.ts';
import type { WriteContext } from '../platform/write-context.ts';

/** What writing entries takes of a request. */
export interface EntryContext extends WriteContext, ContentContext {
  readonly project: ProjectState;
  readonly services: WriteContext['services'] & ContentContext['services'];
}
