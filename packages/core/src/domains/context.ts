import type { ApiAuthContext, ApiPersonContext } from '../api/auth/auth-operation.ts';
import type * as api from '../api/context.ts';
import type { Services } from './services.ts';

/** A request before its caller is recognised. */
export type Context = api.ApiContext<Services>;
/** A request by a person who is signed in. */
export type SessionContext = api.ApiSessionContext<Services>;
/** A request with a project token to a route without a project in its path. */
export type TokenContext = api.ApiTokenContext<Services>;
/** An authorised request in a project. */
export type ProjectContext = api.ApiProjectContext<Services>;
/** A request below /auth. */
export type AuthContext = ApiAuthContext<Services>;
/** A request below /auth by someone who is signed in. */
export type PersonContext = ApiPersonContext<Services>;
