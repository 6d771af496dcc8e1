import { initTRPC } from '@trpc/server';
import { ZodError } from 'zod';
import { authorizeProject, authorizeSession, authorizeToken, checkOptionalToken } from './auth/authorize.ts';
import type { Context, ProjectContext } from './context.ts';
import { ApiError } from './errors.ts';
import type { LimitName } from './limits/limits.ts';
import type { Permission } from './permissions.ts';
import { toApiError } from './rest/envelope.ts';
import type { ProcedureMeta } from './rest/meta.ts';
import { assertStorable } from './rest/storable-json.ts';

const t = initTRPC
  .context<Context>()
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
          zod: error.cause instanceof ZodError,
        },
      };
    },
  });

export const router = t.router;

/** Reads the input once the caller may call, and refuses what can't be stored. */
const readInput = t.middleware(async ({ getRawInput, next }) => {
  assertStorable(await getRawInput());
  return next();
});

/** For anybody. */
export const publicProcedure = t.procedure.use(readInput);

/** For anybody who has a project's address; a token that is sent all the same is checked. */
export const optionalTokenProcedure = t.procedure
  .use(async ({ ctx, next }) => {
    await checkOptionalToken(ctx, ctx.params?.projectId ?? '');
    return next();
  })
  .use(readInput);

/** For any project token. */
export const tokenProcedure = t.procedure
  .use(async ({ ctx, next }) => next({ ctx: await authorizeToken(ctx) }))
  .use(readInput);

/** For people who are signed in. */
export const sessionProcedure = t.procedure
  .use(async ({ ctx, next }) => next({ ctx: await authorizeSession(ctx) }))
  .use(readInput);

/** For whoever has a permission in the project that the input names. */
export function projectProcedure(permission: Permission) {
  return t.procedure
    .use(async ({ ctx, getRawInput, next }) => {
      // A tRPC call names its project in the input, of which nothing is read for somebody who isn't signed in.
      if (!ctx.params) await authorizeSession(ctx);
      const projectId = ctx.params ? ctx.params.projectId : projectIdOf(await getRawInput());
      return next({ ctx: await authorizeProject(ctx, projectId ?? '', permission) });
    })
    .use(readInput);
}

/**
 * Spends one unit of a limit once the input is valid.
 *
 * @param parts whose bucket beyond the project's own: an entry, an author
 * @throws ApiError `rate_limited`
 */
export async function spend(ctx: ProjectContext, name: LimitName, ...parts: string[]): Promise<void> {
  await ctx.services.limiter.spend(name, [ctx.project.id, ...parts].join(':'));
}

function projectIdOf(input: unknown): string {
  if (input && typeof input === 'object' && 'projectId' in input && typeof input.projectId === 'string') {
    return input.projectId;
  }
  throw new ApiError('project.not_found');
}
