import type { AnyTRPCRouter } from '@trpc/server';
import type { DeclaredLimit } from '../access/limits/limits.ts';
import type { AuthOperations } from '../api/auth/auth-operation.ts';
import type { DescribedApi } from '../api/openapi/document.ts';
import type { JobHandler } from '../jobs/handler.ts';
import type { ActionFacts } from '../platform/audit-actions.ts';
import type { Table, TableFacts } from '../platform/database/tables.ts';
import type { Declared } from '../platform/declared.ts';
import type { DeclaredError } from '../platform/errors.ts';
import type { EventFacts, EventRules, EventsOfNoun } from '../platform/events.store.ts';
import type { Forget, JobServices } from './services.ts';

type ActionTable = Readonly<Record<string, Declared<ActionFacts>>>;
type EventTable = Readonly<Record<string, Declared<EventFacts>>>;

/** All that a noun adds to the program. The lists of the program are joined from its features. */
export interface Feature<
  Name extends string = string,
  Operations extends AnyTRPCRouter = AnyTRPCRouter,
  Limit extends string = string,
  Code extends string = string,
  Audit extends ActionTable = ActionTable,
  Events extends EventTable = EventTable,
  Auth extends AuthOperations = AuthOperations,
> {
  /** The key of its operations: `views` in `views.list`. */
  readonly name: Name;
  readonly operations?: Operations;
  /** The group of its operations in the reference. */
  readonly tag?: string;
  /** Operations below /auth, by method and path. */
  readonly auth?: Auth;
  /** A sentence about the group, from one of its features. */
  readonly about?: string;
  readonly limits?: Readonly<Record<Limit, DeclaredLimit>>;
  readonly errors?: Readonly<Record<Code, DeclaredError>>;
  /** The actions that it records in the audit log, and what they lead to. */
  readonly audit?: Audit;
  /** Rules for all events of a noun, by the noun with which their kinds begin. */
  readonly eventsOf?: Readonly<Record<string, EventsOfNoun>>;
  /** The events that no action leads to. */
  readonly events?: Events;
  /** The noun's tables. One that refers to another stands before it. */
  readonly tables?: Readonly<Record<string, TableFacts>>;
  /** Replaces the names of a deleted person in what no table holds, once no row has them. */
  readonly forget?: Forget;
  /** The noun's background jobs. */
  readonly jobs?: readonly JobHandler<JobServices>[];
}

/** The lists of a program, joined from its features. */
export interface Registry extends DescribedApi {
  readonly auth: AuthOperations;
  readonly limits: Readonly<Record<string, DeclaredLimit>>;
  readonly audit: Readonly<Record<string, ActionFacts>>;
  readonly eventRules: EventRules;
  readonly tables: readonly Table[];
  readonly forgets: readonly Forget[];
  readonly jobs: readonly JobHandler<JobServices>[];
}

/** Declares a feature. */
export function feature<
  const Name extends string,
  Operations extends AnyTRPCRouter = never,
  Limit extends string = never,
  Code extends string = never,
  Audit extends ActionTable = Readonly<Record<never, never>>,
  Events extends EventTable = Readonly<Record<never, never>>,
  const Auth extends AuthOperations = Record<never, never>,
>(
  declared: Feature<Name, Operations, Limit, Code, Audit, Events, Auth>,
): Feature<Name, Operations, Limit, Code, Audit, Events, Auth> {
  return declared;
}

/** A feature, or one that is made from the kinds of events that webhooks can get. */
export type ListedFeature = Feature | ((kinds: readonly string[]) => Feature);

/** The feature that comes of a listed one. */
export type Listed<One> = One extends (kinds: readonly string[]) => Feature
  ? ReturnType<One>
  : One extends Feature
    ? One
    : never;
