import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { ApiError } from '../../platform/errors.ts';
import type { Operation, ProcedureMeta } from './meta.ts';

/** A procedure with a REST route. */
export interface Route {
  /** Router key, and the operation's id. */
  readonly key: string;
  readonly operation: Operation;
  readonly procedure: AnyTRPCProcedure;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  /** Sort key: in each segment, fixed text comes before a parameter. */
  readonly rank: string;
}

/** All routes of a router, the more specific ones first. */
export function compileRoutes(router: AnyTRPCRouter): Route[] {
  const routes: Route[] = [];
  for (const [key, procedure] of Object.entries(router._def.procedures as Record<string, AnyTRPCProcedure>)) {
    const operation = (procedure._def.meta as ProcedureMeta | undefined)?.operation;
    if (operation) routes.push({ key, operation, procedure, ...compilePath(operation.path) });
  }
  return routes.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
}

function compilePath(path: string): Pick<Route, 'pattern' | 'names' | 'rank'> {
  const names: string[] = [];
  const ranks: string[] = [];
  const segments = path.split('/').map((segment) => {
    const pieces = segment.split(/(\{[^}]+\})/).filter((piece) => piece !== '');
    const alone = pieces.length === 1;
    ranks.push(!segment.includes('{') ? '0' : alone ? '2' : '1');
    return pieces
      .map((piece) => {
        if (!piece.startsWith('{')) return piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
        names.push(piece.slice(1, -1));
        return alone ? '([^/]+)' : '([^/.]+)';
      })
      .join('');
  });
  return { names, pattern: new RegExp(`^${segments.join('/')}$`), rank: ranks.join('') };
}

/** A route together with the path parameters of one request. */
export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds the route for a path below /v1. HEAD has the route of GET.
 *
 * @throws ApiError 404 `not_found`, or 405 `method_not_allowed` with Allow
 */
export function matchRoute(routes: readonly Route[], method: string, path: string): Match {
  const hits = isDecodable(path) ? routes.filter((route) => route.pattern.test(path)) : [];
  const best = hits[0]?.rank;
  if (best === undefined) throw new ApiError('not_found');
  const candidates = hits.filter((route) => route.rank === best);
  const wanted = method === 'HEAD' ? 'GET' : method;
  const route = candidates.find((candidate) => candidate.operation.method === wanted);
  if (!route) throw new ApiError('method_not_allowed', { headers: { allow: allowedMethods(candidates).join(', ') } });
  const values = route.pattern.exec(path) ?? [];
  const params = route.names.map((name, index): [string, string] => [
    name,
    decodeURIComponent(values[index + 1] ?? ''),
  ]);
  return { route, params: Object.fromEntries(params) };
}

/** Whether a path can be decoded. One that can't has no route. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function allowedMethods(routes: readonly Route[]): string[] {
  const methods = new Set<string>(routes.map((route) => route.operation.method));
  if (methods.has('GET')) methods.add('HEAD');
  methods.add('OPTIONS');
  return [...methods].sort();
}

/** The methods of a path; empty when no route matches. */
export function methodsAt(routes: readonly Route[], path: string): string[] {
  const hits = routes.filter((route) => route.pattern.test(path));
  const best = hits[0]?.rank;
  return best === undefined ? [] : allowedMethods(hits.filter((route) => route.rank === best));
}
