import type * as api from '../api/context.ts';
import type { Services } from './services.ts';

/** A request before its caller is recognised. */
export type Context = api.ApiContext<Services>;
/** A request by a person who is signed in. */
export type SessionContext = api.ApiSessionContext<Services>;
/** A request with a project token, outside of any project's address. */
export type TokenContext = api.ApiTokenContext<Services>;
/** A request that may do what it asks for in a project. */
export type ProjectContext = api.ApiProjectContext<Services>;
