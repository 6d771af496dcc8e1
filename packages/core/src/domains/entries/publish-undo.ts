import type { EntryState } from '../../entries/entry.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Plan, ProjectLiveState } from '../../publishing/model.ts';
import { loadPublications, type Publication } from '../../publishing/republication/last-live.store.ts';
import { Republication } from '../../publishing/republication/republication.ts';
import type { EntryWarning } from './entries.schemas.ts';
import { warningsOf } from './publish-entry.ts';
import { stillReferredTo } from './still-referred-to.ts';

/** Undoes one publish of each of some entries. */
export class PublishUndo {
  readonly #database: Database;
  readonly #versions: ReadonlyMap<string, number>;
  readonly #republication: Republication;
  #published: readonly Publication[] = [];
  #left: readonly EntryWarning[] = [];

  /** @param versions entry → the version that its publish made */
  constructor(database: Database, versions: ReadonlyMap<string, number>) {
    this.#database = database;
    this.#versions = versions;
    const before = async () => this.#published.flatMap((one) => one.before ?? []);
    this.#republication = new Republication(database, [...versions.keys()], before);
  }

  /** Reads what the publishes put live, and what was live before. */
  async prepare(project: ProjectLiveState): Promise<void> {
    const { pool } = this.#database;
    this.#published = await loadPublications(pool, project.id, this.#versions);
    await this.#republication.prepare(project);
    const left: EntryWarning[] = [];
    for (const locale of new Set(this.#published.map((one) => one.locale))) {
      const gone = this.#published.filter((one) => one.locale === locale && !one.before);
      const ids = gone.map(({ entryId }) => entryId);
      if (ids.length > 0) left.push(...(await stillReferredTo(pool, project.id, ids, [locale])));
    }
    this.#left = left.filter(({ entry_id: id }, n) => left.findIndex((one) => one.entry_id === id) === n);
  }

  /**
   * The plan that takes an entry's publish back, in all locales that it changed.
   *
   * @param others plans of entries whose publishes are undone with it
   * @throws ApiError `entry.trashed`; `entry.version_conflict` when something else of the entry is live by now;
   *   `entry.never_live` when what was live before is no longer kept; what `Republication.bringBack` throws
   */
  plan(entry: EntryState, project: ProjectLiveState, others: Iterable<Plan>): Plan {
    if (entry.trashedAt) throw new ApiError('entry.trashed');
    const version = this.#versions.get(entry.id) ?? 0;
    const published = this.#of(entry);
    if (published.length === 0 || published.some(({ locale }) => entry.live.get(locale)?.version !== version)) {
      const message = `What version ${version} put live isn't live any more.`;
      throw new ApiError('entry.version_conflict', { details: [{ path: ['version'], message }] });
    }
    if (published.some(({ isKnown }) => !isKnown)) {
      const message = 'What was live before is no longer kept.';
      throw new ApiError('entry.never_live', { details: [{ path: ['version'], message }] });
    }
    const removed = published.flatMap(({ locale, before }) => (before ? [] : [[locale, null] as const]));
    const back = published.flatMap(({ before }) => before ?? []);
    if (back.length === 0) {
      return { live: new Map(removed), record: { kind: 'unpublish', imported: false } };
    }
    const plan = this.#republication.bringBack(entry, project, back, others);
    return { ...plan, live: new Map([...removed, ...plan.live]) };
  }

  /** Locales of an entry that its publish changed. */
  localesOf(entry: EntryState): string[] {
    return this.#of(entry).map(({ locale }) => locale);
  }

  /** Warnings about the content that is live again, and about live entries that refer to one that left the site. */
  warnings(entries: Iterable<EntryState>, project: ProjectLiveState): EntryWarning[] {
    const back = [...entries].flatMap((entry) => {
      const values = this.#of(entry).flatMap(({ before }) => (before ? [[before.locale, before.values] as const] : []));
      return warningsOf(entry, project.schema, this.#republication.neighbours, values);
    });
    return [...this.#left, ...back];
  }

  #of({ id }: EntryState): Publication[] {
    return this.#published.filter(({ entryId }) => entryId === id);
  }
}
