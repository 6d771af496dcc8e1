import { initTRPC } from '@trpc/server';
import { ZodError } from 'zod';
import { authorizeProject, authorizeSession, authorizeToken, checkOptionalToken } from './auth/authorize.ts';
import type { Context, ProjectContext } from './context.ts';
import { ApiError } from './errors.ts';
import type { LimitName } from './limits/limits.ts';
import { type Permission, waitsForRestorations } from './permissions.ts';
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

/** For anybody. */
export const publicProcedure = t.procedure.use(async ({ getRawInput, next }) => {
  await readInput(getRawInput);
  return next();
});

/** For anybody who has a project's address; a token that is sent all the same is checked. */
export const optionalTokenProcedure = t.procedure.use(async ({ ctx, getRawInput, next }) => {
  await checkOptionalToken(ctx, ctx.params?.projectId ?? '');
  await readInput(getRawInput);
  return next();
});

/** For any project token. */
export const tokenProcedure = t.procedure.use(async ({ ctx, getRawInput, next }) => {
  const authorized = await authorizeToken(ctx);
  await readInput(getRawInput);
  return next({ ctx: authorized });
});

/** For people who are signed in. */
export const sessionProcedure = t.procedure.use(async ({ ctx, getRawInput, next }) => {
  const authorized = await authorizeSession(ctx);
  await readInput(getRawInput);
  return next({ ctx: authorized });
});

/**
 * For whoever has a permission in the project that the input names. For what has to do with entries, a restoration is
 * finished first.
 */
export function projectProcedure(permission: Permission) {
  return t.procedure.use(async ({ ctx, getRawInput, next }) => {
    // A tRPC call names its project in the input, of which nothing is read for somebody who isn't signed in.
    if (!ctx.params) await authorizeSession(ctx);
    const projectId = ctx.params ? ctx.params.projectId : projectIdOf(await getRawInput());
    const authorized = await authorizeProject(ctx, projectId ?? '', permission);
    await readInput(getRawInput);
    const { id, restoring } = authorized.project;
    if (restoring && waitsForRestorations(permission)) await ctx.services.restorations.finish(id);
    return next({ ctx: authorized });
  });
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

/** Reads the input, only after the caller was found to be allowed to call, and refuses what can't be stored. */
async function readInput(getRawInput: () => Promise<unknown>): Promise<void> {
  assertStorable(await getRawInput());
}

function projectIdOf(input: unknown): string {
  if (input && typeof input === 'object' && 'projectId' in input && typeof input.projectId === 'string') {
    return input.projectId;
  }
  throw new ApiError('project.not_found');
}
