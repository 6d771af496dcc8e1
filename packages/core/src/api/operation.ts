import { formMessage } from '@stele/schema';
import { initTRPC, type TRPCMutationProcedure, type TRPCQueryProcedure } from '@trpc/server';
import { type ZodObject, type ZodType, z } from 'zod';
import {
  authorizeOperator,
  authorizeProject,
  authorizeSession,
  authorizeToken,
  checkOptionalToken,
} from '../access/authorize.ts';
import { clientAddressOf } from '../access/client-address.ts';
import { quotaOf } from '../access/limits/quotas.ts';
import { type Access, countsRequests, permissionsOf } from '../access/permissions.ts';
import { assertEntryReadable } from '../access/readable.store.ts';
import type { KnownAction } from '../platform/audit-actions.ts';
import { takeBreak } from '../platform/breaks.ts';
import { declaredName } from '../platform/declared.ts';
import { ApiError, type KnownError } from '../platform/errors.ts';
import type { ApiContext, ApiProjectContext, ApiServices, ApiSessionContext, ApiTokenContext } from './context.ts';
import { idempotently } from './idempotency.ts';
import { toApiError } from './rest/envelope.ts';
import type { Operation, ProcedureMeta } from './rest/meta.ts';
import { assertStorable } from './rest/storable-json.ts';
import { type LimitUse, withinLimits } from './within-limits.ts';

// One wording for wrong input everywhere; a form's own messages come first.
z.config({ customError: formMessage });

const t = initTRPC
  .context<ApiContext>()
  .meta<ProcedureMeta>()
  .create({
    errorFormatter({ shape, error }) {
      const known = toApiError(error);
      return {
        ...shape,
        message: known.message,
        data: {
          httpStatus: known.status,
          errorCode: known.errorCode,
          details: known.details ?? null,
          path: shape.data.path,
          zod: error.cause instanceof z.ZodError,
        },
      };
    },
  });

export const router = t.router;

/** The context that an operation with this access gives its verb. */
export type ContextOf<S extends ApiServices, A extends Access> = A extends 'public' | 'optional_token'
  ? ApiContext<S>
  : A extends 'token'
    ? ApiTokenContext<S>
    : A extends 'session' | 'operator'
      ? ApiSessionContext<S>
      : ApiProjectContext<S>;

/** Declares an operation. Its procedure, route and documentation are made from this. */
export interface Declaration<
  S extends ApiServices,
  M extends Operation['method'],
  A extends Access,
  I extends ZodObject,
  O extends ZodType,
> extends Omit<Operation, 'errors' | 'limits' | 'method' | 'access' | 'audit'> {
  readonly method: M;
  readonly access: A;
  /** The actions that it may record in the audit log. A call that changes nothing records none. */
  readonly audit?: M extends 'GET' ? never : readonly KnownAction[];
  /** Errors of its own, besides those of every operation, of authentication and of limits. */
  readonly errors?: readonly Exclude<KnownError, 'validation_failed' | 'internal' | 'unavailable'>[];
  readonly limits?: readonly LimitUse<ContextOf<S, A>, z.output<I>>[];
  readonly input: I;
  readonly output: O;
  /** Carries it out. */
  run(ctx: ContextOf<S, A>, input: z.output<I>): Promise<z.input<O>>;
}

type ProcedureOf<M extends Operation['method'], I extends ZodType, O extends ZodType> = M extends 'GET'
  ? TRPCQueryProcedure<{ input: z.input<I>; output: z.output<O>; meta: ProcedureMeta }>
  : TRPCMutationProcedure<{ input: z.input<I>; output: z.output<O>; meta: ProcedureMeta }>;

/** Makes operations whose verbs get these services. */
export function operationsFor<S extends ApiServices>() {
  return <const M extends Operation['method'], const A extends Access, I extends ZodObject, O extends ZodType>(
    declared: Declaration<S, M, A, I, O>,
  ): ProcedureOf<M, I, O> => procedureOf(declared);
}

/**
 * The procedure of an operation: a query for GET, a mutation for every other method. Its steps are: credential, project,
 * permission, body, input, admission, limits, Idempotency-Key, verb.
 */
function procedureOf<
  S extends ApiServices,
  M extends Operation['method'],
  A extends Access,
  I extends ZodObject,
  O extends ZodType,
>(declared: Declaration<S, M, A, I, O>): ProcedureOf<M, I, O> {
  const { input, output, run, limits = [], errors = [], audit, ...said } = declared;
  const described: Operation = {
    ...said,
    errors: errors.map((error) => declaredName(error)),
    ...(audit && { audit: audit.map((action) => declaredName(action)) }),
    limits: limits.map(({ limit }) => declaredName(limit)),
  };
  const verb = said.idempotent ? idempotently(`${said.method} ${said.path}`, run) : run;
  const isCounted = countsRequests(said.access);
  const resolve = async (options: { ctx: ApiContext; input: unknown }): Promise<z.input<O>> => {
    // `admit` has completed the context, and tRPC has parsed the input. The types can't express either.
    const ctx = options.ctx as ContextOf<S, A>;
    const parsed = options.input as z.output<I>;
    const carryOut = async (): Promise<z.input<O>> => {
      if (isCounted) await countRequest(ctx);
      await hideUnreadable(ctx, parsed);
      return withinLimits(
        limits,
        { limiter: ctx.services.limiter, owner: ownerOf(ctx), ctx, input: parsed },
        async () => {
          ctx.response.status = said.status ?? 200;
          const answer = await verb(ctx, parsed);
          // Checking the answer's form takes a while, too.
          await takeBreak();
          return answer;
        },
      );
    };
    return said.streams ? carryOut() : ctx.services.admission.run(tenantOf(ctx), carryOut);
  };
  const procedure = t.procedure.meta(metaOf(described)).use(admit(said.access)).input(input).output(output);
  const made = said.method === 'GET' ? procedure.query(resolve as never) : procedure.mutation(resolve as never);
  // tRPC's builder infers its types from concrete schemas, which doesn't work with generics.
  return made as unknown as ProcedureOf<M, I, O>;
}

/** Makes entries that the caller may not read not found, in every operation on one entry. @throws ApiError `entry.not_found` */
async function hideUnreadable(
  { project, reads, services }: ApiContext & Partial<Pick<ApiProjectContext, 'project' | 'reads'>>,
  { entryId }: { readonly entryId?: unknown },
): Promise<void> {
  if (!project || !reads || typeof entryId !== 'string') return;
  await assertEntryReadable(services.database.pool, project.id, entryId, reads);
}

/** Checks that the caller may call, and then reads the input. */
function admit(access: Access) {
  return t.middleware(async ({ ctx, getRawInput, next }) => {
    const admitted = await authorize(access, ctx, getRawInput);
    const input = await getRawInput();
    await takeBreak();
    assertStorable(input);
    await takeBreak();
    return next({ ctx: admitted });
  });
}

/** Recognises the caller. @throws ApiError of the `auth` family, or `project.not_found` */
async function authorize(
  access: Access,
  ctx: ApiContext,
  getRawInput: () => Promise<unknown>,
): Promise<Partial<Pick<ApiProjectContext, 'project' | 'actor' | 'rights' | 'role' | 'limits' | 'reads'>>> {
  const permissions = permissionsOf(access);
  if (permissions) {
    // The project of a tRPC call is in the input, which must not be read before the caller has signed in.
    if (!ctx.params) await authorizeSession(ctx);
    const projectId = ctx.params ? ctx.params.projectId : projectIdOf(await getRawInput());
    return authorizeProject(ctx, projectId ?? '', permissions);
  }
  if (access === 'token') return authorizeToken(ctx);
  if (access === 'session') return authorizeSession(ctx);
  if (access === 'operator') return authorizeOperator(ctx);
  if (access === 'optional_token') await checkOptionalToken(ctx, ctx.params?.projectId ?? '');
  return {};
}

type Tenant = ApiContext & Partial<Pick<ApiProjectContext, 'project' | 'actor'> & Pick<ApiSessionContext, 'user'>>;

/** Whose requests count together: a project's, a person's outside of projects, or an IP address's where anyone may call. */
function tenantOf({ project, user, headers, services }: Tenant): string {
  return project?.id ?? user?.id ?? clientAddressOf(headers, services.settings.proxySecret) ?? '';
}

/** Counts a request of a program, where the operator limits them. @throws ApiError `rate_limited` */
async function countRequest({ project, actor, services }: Tenant): Promise<void> {
  if (!project || actor?.type !== 'token') return;
  const most = quotaOf(project.quotas, 'requests', services.limiter.unitsOf('project.request'));
  if (most !== null) await services.limiter.spend('project.request', project.id, 1, most);
}

/** Whose units a request spends. */
function ownerOf({ project, user }: Tenant): string | undefined {
  return project?.id ?? user?.id;
}

function metaOf(described: Operation): ProcedureMeta {
  return {
    operation: described,
    openapi: {
      method: described.method,
      path: described.path,
      summary: described.summary,
      ...(described.description && { description: described.description }),
      protect: described.access !== 'public' && described.access !== 'optional_token',
    },
  };
}

function projectIdOf(input: unknown): string {
  if (input && typeof input === 'object' && 'projectId' in input && typeof input.projectId === 'string') {
    return input.projectId;
  }
  throw new ApiError('project.not_found');
}
