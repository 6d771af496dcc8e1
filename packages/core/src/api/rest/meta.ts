import type { Access } from '../../access/permissions.ts';

/** The declaration of an operation apart from its input and output. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below /v1. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  /** Status of success; by default 200. */
  readonly status?: 200 | 201 | 202 | 302;
  /** Whether it can also answer 202, with the same schema, while work continues. */
  readonly mayBeAccepted?: boolean;
  /** Whether it can also answer 201, with the same schema, when it created something. */
  readonly mayCreate?: boolean;
  /** The Content-Type of a stream of events; the output describes their `data`. */
  readonly streams?: 'text/event-stream';
  /** Errors of its own, besides those of every operation, of authentication and of limits. */
  readonly errors?: readonly string[];
  readonly limits?: readonly string[];
  /** Whether the operation takes an Idempotency-Key. */
  readonly idempotent?: boolean;
  /** The actions that it may record in the audit log. A call that changes nothing records none. */
  readonly audit?: readonly string[];
  readonly access: Access;
}

/**
 * Meta of every procedure: `openapi` for trpc-to-openapi, `operation` for our handler and our document. The package's own type
 * would bring the types of Next.js to all that use a router.
 */
export interface ProcedureMeta {
  readonly openapi?: Pick<Operation, 'method' | 'path' | 'summary' | 'description'> & { readonly protect: boolean };
  readonly operation?: Operation;
}
