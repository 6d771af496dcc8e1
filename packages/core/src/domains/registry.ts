import { changeLimits, commonLimits, type DeclaredLimit, type Limit } from '../access/limits/limits.ts';
import type { Tag } from '../api/openapi/document.ts';
import { commonTables, type Table, type TableFacts } from '../platform/database/tables.ts';
import { commonErrors, type DeclaredError } from '../platform/errors.ts';
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
    limits: joinNamed(commonLimits, declared, ({ limits = {} }) => limits) as LimitsOf<Declared[number]>,
    errors: joinNamed(commonErrors, declared, ({ errors = {} }) => errors) as ErrorsOf<Declared[number]>,
    tables: tablesOf(declared),
    jobs: declared.flatMap(({ jobs = [] }) => jobs),
  };
}

/** What all features declare. */
export const registry = joinFeatures(features);

/** What a list of features declares. */
export type Registry = ReturnType<typeof joinFeatures<readonly Feature[]>>;

export const { router: appRouter, limits, errors } = registry;
/** Type of the router, for tRPC clients. */
export type AppRouter = typeof appRouter;
export type LimitName = keyof typeof limits;
/** Stable code of an error, for machines. */
export type ErrorCode = keyof typeof errors;

/** All limits as an operator sets them with `STELE_LIMITS`. @throws Error that says what is wrong with the setting */
export function parseLimits(setting: string | undefined): Readonly<Record<LimitName, Limit>> {
  return changeLimits(limits, setting);
}

type RoutersOf<Declared extends readonly Feature[]> = {
  readonly [One in Declared[number] as One['name']]: One['operations'];
};

type LimitsOf<One extends Feature> = Readonly<
  Record<keyof typeof commonLimits | (One extends Feature ? keyof NonNullable<One['limits']> : never), DeclaredLimit>
>;
type ErrorsOf<One extends Feature> = Readonly<
  Record<keyof typeof commonErrors | (One extends Feature ? keyof NonNullable<One['errors']> : never), DeclaredError>
>;

/** What all features declare of one kind, and what belongs to none of them, by name. */
function joinNamed<Item>(
  common: Readonly<Record<string, Item>>,
  features: readonly Feature[],
  of: (one: Feature) => Readonly<Record<string, Item>>,
): Readonly<Record<string, Item>> {
  const all = [common, ...features.map(of)].flatMap((own) => Object.entries(own));
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Tables of features come first: they refer to the common ones. */
function tablesOf(declared: readonly Feature[]): Table[] {
  const all = [...declared.map(({ tables = {} }) => tables), commonTables];
  return all.flatMap((tables) => Object.entries<TableFacts>(tables).map(([name, facts]) => ({ name, ...facts })));
}

function tagsOf(declared: readonly Feature[]): Tag[] {
  return [...new Set(declared.map(({ tag }) => tag))].map((name) => {
    const own = declared.filter(({ tag }) => tag === name);
    const about = own.find((one) => one.about !== undefined)?.about ?? '';
    return { name, about, nouns: own.map((one) => one.name) };
  });
}
