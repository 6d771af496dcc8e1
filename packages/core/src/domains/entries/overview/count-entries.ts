import { isReadable } from '../../../access/permissions.ts';
import { translationSource } from '../../../entries/last-translation.store.ts';
import type { ProjectContext } from '../../context.ts';
import { type NarrowedList, narrowList } from '../listing/narrow-list.ts';
import type { CountEntriesInput, EntryCounts, LocaleCounts, TranslationCounts } from './overview.schemas.ts';
import {
  countByLocale,
  countByState,
  countByStatus,
  type LocaleCount,
  narrowing,
  type StateCount,
  type StatusCount,
} from './overview.store.ts';
import type { TranslationState } from './translation-state.ts';
import { countTranslations, type TranslationCount } from './translations.store.ts';

/**
 * Counts entries by collection and status, and if requested by locale, by state or by how translations stand. With filters, it counts the entries that the list shows with
 * them. A search without hits counts what similar words find, like the list.
 *
 * @throws ApiError `validation_failed`, like the list
 */
export async function countEntries(ctx: ProjectContext, input: CountEntriesInput): Promise<EntryCounts> {
  const counts = await countNarrowed(ctx, input, false);
  return counts.data.length === 0 && input.search?.trim() ? countNarrowed(ctx, input, true) : counts;
}

async function countNarrowed(ctx: ProjectContext, input: CountEntriesInput, guess: boolean): Promise<EntryCounts> {
  const { project, services } = ctx;
  const { pool } = services.database;
  const { include, projectId: _, ...filters } = input;
  const isWhole = Object.values(filters).every((value) => value === undefined || value === '');
  const narrowed = isWhole ? null : await narrowList(ctx, filters, guess);
  if (!isWhole && !narrowed) return { data: [] };
  const byStates = include === 'states' ? await countByState(pool, project.id, narrowed) : null;
  const statuses = byStates ?? (await countByStatus(pool, project.id, narrowed));
  const locales = include === 'locales' ? await countByLocale(pool, project.id, narrowed) : null;
  const states = byStates && (await statesOf(ctx, byStates));
  const translations = include === 'translations' ? await translationsOf(ctx, narrowed) : null;
  const keys = [...new Set(statuses.map(({ collection_key }) => collection_key))].filter((key) =>
    isReadable(ctx.reads, key),
  );
  return {
    data: keys.map((key) => {
      const counts = totals(statuses.filter(({ collection_key }) => collection_key === key));
      if (states) return { ...counts, ...states.get(key) };
      if (translations) return { ...counts, translations: byState(translations, key, project) };
      if (!locales) return counts;
      const own = locales.filter(({ collection_key }) => collection_key === key);
      return { ...counts, locales: byLocale(own, project.locales, counts.total) };
    }),
  };
}

async function translationsOf({ project, services }: ProjectContext, narrowed: NarrowedList | null) {
  const source = translationSource(
    project.defaultLocale,
    await services.schemas.load(project.id, project.schemaVersion),
  );
  return countTranslations(services.database.pool, project.id, project.locales, source, narrowing(narrowed));
}

/** Collection → state → number of entries, and how many are in none; collections without a workflow are left out. */
async function statesOf({ project, services }: ProjectContext, rows: readonly StateCount[]) {
  const schema = await services.schemas.load(project.id, project.schemaVersion);
  return new Map(
    (schema?.collections ?? []).flatMap(({ key: collection, workflow }) => {
      if (!workflow) return [];
      const own = rows.filter((row) => row.collection_key === collection && row.status !== 'trashed');
      const counts = workflow.states.map(({ key }, index): [string, number] => [
        key,
        own
          .filter((row) => row.state === key || (row.state === null && index === 0 && !row.settled))
          .reduce((sum, { count }) => sum + count, 0),
      ]);
      const settled = own.filter((row) => row.settled).reduce((sum, { count }) => sum + count, 0);
      return [[collection, { states: Object.fromEntries(counts), settled }] as const];
    }),
  );
}

function byState(
  rows: readonly TranslationCount[],
  collection: string,
  { locales, defaultLocale }: ProjectContext['project'],
): Record<string, TranslationCounts> {
  const rowOf = (locale: string, state: TranslationState) =>
    rows.find((row) => row.collection_key === collection && row.locale === locale && row.state === state);
  const count = (locale: string, state: TranslationState): number => rowOf(locale, state)?.count ?? 0;
  return Object.fromEntries(
    locales
      .filter((locale) => locale !== defaultLocale)
      .map((locale) => [
        locale,
        {
          missing: count(locale, 'missing'),
          outdated: count(locale, 'outdated'),
          outdated_fields: rowOf(locale, 'outdated')?.fields ?? 0,
          current: count(locale, 'current'),
        },
      ]),
  );
}

function totals(rows: readonly StatusCount[]): EntryCounts['data'][number] {
  const sum = (holds: (row: StatusCount) => boolean): number =>
    rows.filter(holds).reduce((total, { count }) => total + count, 0);
  return {
    collection_key: rows[0]?.collection_key ?? '',
    total: sum(({ status }) => status !== 'trashed'),
    live: sum(({ status }) => status === 'published'),
    changed: sum(({ status, changed }) => status === 'published' && changed),
    draft: sum(({ status }) => status === 'draft'),
    trashed: sum(({ status }) => status === 'trashed'),
  };
}

function byLocale(
  rows: readonly LocaleCount[],
  locales: readonly string[],
  total: number,
): Record<string, LocaleCounts> {
  return Object.fromEntries(
    locales.map((locale) => {
      const { live, changed, draft } = rows.find((row) => row.locale === locale) ?? { live: 0, changed: 0, draft: 0 };
      // Entries may be created between the two counts.
      return [locale, { live, changed, draft, missing: Math.max(0, total - live - draft) }];
    }),
  );
}
