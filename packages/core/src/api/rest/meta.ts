import type { OpenApiMeta } from 'trpc-to-openapi';
import type { LimitName } from '../../access/limits/limits.ts';
import type { Access } from '../../access/permissions.ts';
import type { AuditAction } from '../../platform/audit-actions.ts';
import type { ErrorCode } from '../../platform/errors.ts';

/** The declaration of an operation apart from its input and output. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the base address, without /v1. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  /** Status of success; 200 when left out. */
  readonly status?: 200 | 201 | 202 | 302;
  /** Whether it also answers 202, in the same form, while its work continues. */
  readonly mayBeAccepted?: boolean;
  /** Whether it also answers 201, in the same form, when it created the thing. */
  readonly mayCreate?: boolean;
  /** The type of an answer that is a stream of events, whose `data` the output describes. */
  readonly streams?: 'text/event-stream';
  /** Errors beyond those that any operation can answer, and those that authentication and limits bring. */
  readonly errors?: readonly Exclude<ErrorCode, 'validation_failed' | 'internal' | 'unavailable'>[];
  readonly limits?: readonly LimitName[];
  /** Whether the operation takes an Idempotency-Key. */
  readonly idempotent?: boolean;
  /** The actions that it may record in the audit log; a call that changes nothing records none. */
  readonly audit?: readonly AuditAction[];
  readonly access: Access;
}

/** Meta of every procedure: `openapi` for trpc-to-openapi, `operation` for our handler and our document. */
export type ProcedureMeta = OpenApiMeta<{ operation?: Operation }>;
