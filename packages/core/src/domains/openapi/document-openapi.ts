import type { Context } from '../context.ts';

/** The description of every route, made from the router. */
export async function documentOpenapi(ctx: Context): Promise<Record<string, unknown>> {
  ctx.response.headers.set('cache-control', 'public, max-age=60');
  return ctx.services.openApiDocument();
}
