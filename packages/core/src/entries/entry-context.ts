import type { ProjectState } from '../access/identity.ts';
import type { ContentContext } from '../content/check-draft.ts';
import type { WriteContext } from '../platform/write-context.ts';

/** The part of a request's context that writing entries needs. */
export interface EntryContext extends WriteContext, ContentContext {
  readonly project: ProjectState;
  readonly services: WriteContext['services'] & ContentContext['services'];
}
