import type { Role, Scope } from './permissions.ts';
import type { HeaderReader } from './rest/message.ts';
import type { Services } from './services.ts';

/** Who does something, as it's stored and shown. */
export interface Actor {
  readonly type: 'user' | 'token' | 'system';
  readonly id: string;
  readonly name: string;
  /** A person's address, by which others know them; a name is what people call themselves. */
  readonly email?: string;
}

/** Who does what nobody asked for. */
export const SYSTEM: Actor = { type: 'system', id: 'system', name: 'System' };

/** The snapshot that is live. */
export interface LivePointer {
  readonly snapshotId: string;
  readonly publishedAt: Date;
  readonly schemaVersion: number;
  readonly manifestHash: string;
}

/** A project as every request loads it, together with its pointer. */
export interface ProjectState {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly defaultLocale: string;
  readonly locales: readonly string[];
  readonly schemaVersion: number;
  readonly liveSeq: number;
  /** Whether what is live was restored, and ledger and entries didn't follow yet when this was read. */
  readonly restoring: boolean;
  readonly live: LivePointer | null;
  readonly createdAt: Date;
}

/** A project token as it was recognised. */
export interface TokenIdentity {
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** A person who is signed in. */
export interface SessionUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** An Idempotency-Key on its way through a verb. */
export interface PendingAnswer {
  readonly scope: string;
  readonly key: string;
  /** Names this request as the one that holds the key. */
  readonly owner: string;
  /** Set once the answer was stored together with what the verb wrote. */
  stored: boolean;
}

/** What a request brings, before anybody is recognised. */
export interface Context {
  readonly services: Services;
  readonly requestId: string;
  readonly transport: 'rest' | 'trpc';
  readonly method: string;
  readonly headers: HeaderReader;
  /** Path parameters of a REST request; null for tRPC, where they are part of the input. */
  readonly params: Readonly<Record<string, string>> | null;
  /** Status and header fields that a verb sets; used by REST only. */
  readonly response: { status: number | undefined; readonly headers: Map<string, string> };
  /** Set while a verb runs for a request with an Idempotency-Key. */
  readonly idempotency: PendingAnswer | null;
}

/** A request by a person who is signed in. */
export interface SessionContext extends Context {
  readonly user: SessionUser;
  readonly actor: Actor;
}

/** A request with a project token, outside of any project's address. */
export interface TokenContext extends Context {
  readonly token: TokenIdentity;
  readonly project: ProjectState;
  readonly actor: Actor;
}

/** A request that may do what it asks for in a project. */
export interface ProjectContext extends Context {
  readonly project: ProjectState;
  readonly actor: Actor;
  /** The person's role; null for tokens and the system. */
  readonly role: Role | null;
}
