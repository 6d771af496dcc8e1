import {
  type CommonLimitName,
  changeLimits,
  commonLimits,
  type DeclaredLimit,
  type Limit,
} from '../access/limits/limits.ts';
import type { Tag } from '../api/openapi/document-shapes.ts';
import type { Feature, Listed, ListedFeature } from '../domains/feature.ts';
import { router } from '../domains/operation.ts';
import type { ActionFacts } from '../platform/audit-actions.ts';
import { commonTables, type Table, type TableFacts } from '../platform/database/tables.ts';
import { type CommonErrorCode, commonErrors, type DeclaredError } from '../platform/errors.ts';
import type { EventFacts, EventRules } from '../platform/events.store.ts';
import { features } from './features.ts';

/** Joins the declarations of features to the lists of a program. */
export function joinFeatures<const All extends readonly ListedFeature[]>(listed: All) {
  const kinds = webhookKindsOf(listed.filter((one) => typeof one !== 'function'));
  const declared = listed.map((one): Feature => (typeof one === 'function' ? one(kinds) : one));
  const byName = [...declared].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return {
    /** All operations, by noun. */
    router: router(
      Object.fromEntries(
        byName.flatMap(({ name, operations }) => (operations ? [[name, operations]] : [])),
      ) as RoutersOf<Listed<All[number]>>,
    ),
    /** All operations below /auth, by method and path. */
    auth: joinNamed(declared.map(({ auth = {} }) => auth)) as AuthOf<Listed<All[number]>>,
    tags: tagsOf(declared),
    limits: joinNamed<DeclaredLimit, CommonLimitName | NamesOf<Listed<All[number]>, 'limits'>>([
      commonLimits,
      ...declared.map(({ limits = {} }) => limits),
    ]),
    errors: joinNamed<DeclaredError, CommonErrorCode | NamesOf<Listed<All[number]>, 'errors'>>([
      commonErrors,
      ...declared.map(({ errors = {} }) => errors),
    ]),
    audit: joinNamed<ActionFacts, NamesOf<Listed<All[number]>, 'audit'>>(declared.map(({ audit = {} }) => audit)),
    eventRules: eventRulesOf(declared, kinds),
    tables: tablesOf(declared),
    forgets: declared.flatMap(({ forget }) => (forget ? [forget] : [])),
    jobs: declared.flatMap(({ jobs = [] }) => jobs),
  };
}

/** The lists of the program, from all features. */
export const registry = joinFeatures(features);

export const { router: appRouter, limits, errors } = registry;
/** Type of the router, for tRPC clients. */
export type AppRouter = typeof appRouter;
/** Types of the operations below /auth, by method and path. */
export type AuthRoutes = (typeof registry)['auth'];
export type LimitName = keyof typeof limits;
/** Stable code of an error, for machines. */
export type ErrorCode = keyof typeof errors;
/** The recorded actions in a project, as noun.verb. */
export type ProjectAuditAction = keyof (typeof registry)['audit'];

type AnyFeature = Listed<(typeof features)[number]>;
type ValuesOf<Table> = Table[keyof Table];
type ActionOf<One extends Feature> = One extends Feature ? ValuesOf<NonNullable<One['audit']>> : never;
type EventOf<One extends Feature> = One extends Feature ? ValuesOf<NonNullable<One['events']>> : never;
/** The kinds of events that webhooks can get. */
export type WebhookEventKind =
  | Extract<ActionOf<AnyFeature>, { readonly webhooks: readonly string[] }>['webhooks'][number]
  | Extract<EventOf<AnyFeature>, { readonly webhooks: true }>['name'];
/** The types of events that streams get. */
export type StreamedEventType =
  | Extract<ActionOf<AnyFeature>, { readonly streamed: string }>['streamed']
  | Extract<EventOf<AnyFeature>, { readonly streamed: true }>['name'];

/** All limits as an operator sets them with `STELE_LIMITS`. @throws Error that says what is wrong with the setting */
export function parseLimits(setting: string | undefined): Readonly<Record<LimitName, Limit>> {
  return changeLimits(limits, setting);
}

type RoutersOf<All extends Feature> = {
  readonly [One in All as [NonNullable<One['operations']>] extends [never] ? never : One['name']]: NonNullable<
    One['operations']
  >;
};

type AuthOf<All extends Feature> = { readonly [Key in AuthKeyOf<All>]: AuthAt<All, Key> };
type AuthKeyOf<One extends Feature> = One extends Feature ? keyof NonNullable<One['auth']> & string : never;
type AuthAt<One extends Feature, Key> = One extends Feature
  ? Key extends keyof NonNullable<One['auth']>
    ? NonNullable<One['auth']>[Key]
    : never
  : never;

/** The names that features declare of one kind. */
type NamesOf<One extends Feature, Kind extends 'limits' | 'errors' | 'audit'> = One extends Feature
  ? keyof NonNullable<One[Kind]>
  : never;

function webhookKindsOf(declared: readonly Feature[]): string[] {
  const events = declared.flatMap(({ events = {} }) => Object.entries<EventFacts>(events));
  const actions = declared.flatMap(({ audit = {} }) => Object.values<ActionFacts>(audit));
  const kinds = events.flatMap(([kind, { webhooks }]) => (webhooks ? [kind] : []));
  return [...new Set([...kinds, ...actions.flatMap(({ webhooks = [] }) => webhooks)])].sort();
}

function eventRulesOf(declared: readonly Feature[], webhookKinds: readonly string[]): EventRules {
  const entriesOf = <Item>(of: (one: Feature) => Readonly<Record<string, Item>>): [string, Item][] =>
    declared.flatMap((one) => Object.entries(of(one)));
  const streamed = entriesOf<EventFacts>(({ events = {} }) => events).filter(([, facts]) => facts.streamed);
  const actions = entriesOf<ActionFacts>(({ audit = {} }) => audit);
  return {
    webhookKinds,
    streamedKinds: streamed.map(([kind]) => kind),
    typesByAction: Object.fromEntries(actions.flatMap(([name, { streamed: type }]) => (type ? [[name, type]] : []))),
    nouns: Object.fromEntries(entriesOf(({ eventsOf = {} }) => eventsOf)),
  };
}

/** Joins tables, in the order of the names. @throws Error when two have the same name */
function joinNamed<Item, Name extends string>(
  tables: readonly Readonly<Record<string, Item>>[],
): Readonly<Record<Name, Item>> {
  const all = tables.flatMap((own) => Object.entries(own)).sort(([a], [b]) => (a < b ? -1 : 1));
  const twice = all.find(([name], index) => all[index + 1]?.[0] === name);
  if (twice) throw new Error(`Two features declare ${twice[0]}.`);
  return Object.fromEntries(all) as Record<Name, Item>;
}

/** Tables of features come first: they refer to the common ones. */
function tablesOf(declared: readonly Feature[]): Table[] {
  const all = [...declared.map(({ tables = {} }) => tables), commonTables];
  return all.flatMap((tables) => Object.entries<TableFacts>(tables).map(([name, facts]) => ({ name, ...facts })));
}

function tagsOf(declared: readonly Feature[]): Tag[] {
  const tags = declared.flatMap(({ tag }) => (tag === undefined ? [] : [tag]));
  return [...new Set(tags)].map((name) => {
    const own = declared.filter(({ tag }) => tag === name);
    const about = own.find((one) => one.about !== undefined)?.about ?? '';
    return { name, about, nouns: own.map((one) => one.name) };
  });
}
