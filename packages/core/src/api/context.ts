import type { Logger } from 'pino';
import type { AdmittedToProject } from '../access/authorize.ts';
import type { AccessServices, Caller } from '../access/caller.ts';
import type { ProjectState, SessionUser, TokenIdentity } from '../access/identity.ts';
import type { Actor } from '../platform/actor.ts';
import type { LateJob } from '../platform/job-queue.store.ts';
import type { PendingAnswer } from '../platform/write-context.ts';

/** The services that every request needs; verbs may need more. */
export interface ApiServices extends AccessServices {
  readonly log: Logger;
  readonly storage: { check(): Promise<void> };
  /** Finds a job that is due for more than a minute. */
  readonly jobWatch: { late(): Promise<LateJob | null> };
}

/** A request before its caller is recognised. */
export interface ApiContext<Services extends ApiServices = ApiServices> extends Caller {
  readonly services: Services;
  readonly requestId: string;
  /** Path parameters of a REST request; null for tRPC, where they are part of the input. */
  readonly params: Readonly<Record<string, string>> | null;
  /** The declared status, and headers that a verb sets; used by REST only. */
  readonly response: { status: number; readonly headers: Map<string, string> };
  /** Set while a verb runs for a request with an Idempotency-Key. */
  readonly idempotency: PendingAnswer | null;
}

/** The context of a request, before its caller is recognised. */
export function newContext<Services extends ApiServices>(
  services: Services,
  request: Pick<ApiContext, 'requestId' | 'transport' | 'method' | 'headers' | 'params'>,
): ApiContext<Services> {
  return { services, ...request, response: { status: 200, headers: new Map() }, idempotency: null };
}

/** A request by a person who is signed in. */
export interface ApiSessionContext<Services extends ApiServices = ApiServices> extends ApiContext<Services> {
  readonly user: SessionUser;
  readonly actor: Actor;
}

/** A request with a project token to a route without a project in its path. */
export interface ApiTokenContext<Services extends ApiServices = ApiServices> extends ApiContext<Services> {
  readonly token: TokenIdentity;
  readonly project: ProjectState;
  readonly actor: Actor;
}

/** An authorised request in a project. */
export interface ApiProjectContext<Services extends ApiServices = ApiServices>
  extends ApiContext<Services>,
    AdmittedToProject {}
