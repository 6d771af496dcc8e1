import type { Tag } from '../api/openapi/document.ts';
import type { Feature } from './feature.ts';
import { features } from './features.ts';
import { router } from './operation.ts';

/** Joins what features declare. */
export function joinFeatures<const Declared extends readonly Feature[]>(declared: Declared) {
  const byName = [...declared].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return {
    /** All operations, by noun. */
    router: router(Object.fromEntries(byName.map(({ name, operations }) => [name, operations])) as RoutersOf<Declared>),
    tags: tagsOf(declared),
    jobs: declared.flatMap(({ jobs = [] }) => jobs),
  };
}

/** What all features declare. */
export const registry = joinFeatures(features);

/** What a list of features declares. */
export type Registry = ReturnType<typeof joinFeatures<readonly Feature[]>>;

export const appRouter = registry.router;
/** Type of the router, for tRPC clients. */
export type AppRouter = typeof appRouter;

type RoutersOf<Declared extends readonly Feature[]> = {
  readonly [One in Declared[number] as One['name']]: One['operations'];
};

function tagsOf(declared: readonly Feature[]): Tag[] {
  return [...new Set(declared.map(({ tag }) => tag))].map((name) => {
    const own = declared.filter(({ tag }) => tag === name);
    const about = own.find((one) => one.about !== undefined)?.about ?? '';
    return { name, about, nouns: own.map((one) => one.name) };
  });
}
