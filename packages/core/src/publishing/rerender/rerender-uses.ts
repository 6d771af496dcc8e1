import { findCollection, type SchemaDocument } from '@stele/schema';
import { mentionedAssetIds, mentionedIds, mentionsIn } from '../../content/mentions.ts';
import { renderContent } from '../../content/render-content.ts';
import type { Schemas } from '../../content/schemas.ts';
import { type Found, loadMentioned } from '../../content/surroundings.store.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { CommandEntries, LiveChange, Plan, ProjectLiveState } from '../model.ts';
import type { Publisher } from '../publisher.ts';
import { type AssetChanger, forgetUnshownChanges, loadUnshownChanges } from './changed-assets.store.ts';
import { type LiveUse, loadLiveUses } from './live-uses.store.ts';

/** What rendering published content again takes. */
export interface RerenderServices {
  readonly database: Database;
  readonly schemas: Schemas;
  readonly publisher: Publisher;
}

/**
 * Shows what has changed of a project's assets wherever published content uses them: all of it goes live in one
 * snapshot. Values, versions and times of publication stay.
 *
 * @returns how many entries changed
 * @throws ApiError `unavailable`; then it's still to be done
 */
export async function rerenderChanged(
  services: RerenderServices,
  projectId: string,
  changer: AssetChanger,
): Promise<number> {
  const { pool } = services.database;
  const changes = await loadUnshownChanges(pool, projectId);
  const changed = await rerenderUses(services, projectId, [...changes.keys()], changer);
  await forgetUnshownChanges(pool, changes);
  return changed;
}

/**
 * Renders all published content that uses some assets, in one snapshot.
 *
 * @returns how many entries changed
 * @throws ApiError `unavailable`
 */
export async function rerenderUses(
  services: RerenderServices,
  projectId: string,
  assetIds: readonly string[],
  { actor, requestId }: AssetChanger,
): Promise<number> {
  if (assetIds.length === 0) return 0;
  const rendering = new Rerendering(services, assetIds);
  return services.publisher.submit<number>({
    projectId,
    get entryIds() {
      return rendering.entryIds;
    },
    reason: 'asset',
    about: { asset_ids: assetIds },
    actor,
    requestId,
    idempotency: null,
    prepare: (project) => rendering.prepare(project),
    plan: (entries, project) => rendering.plan(entries, project),
    answer: ({ changed }) => changed.size,
  });
}

/** Published content on its way to being rendered again. */
class Rerendering {
  readonly #services: RerenderServices;
  readonly #assetIds: readonly string[];
  #uses: readonly LiveUse[] = [];
  #schemas: ReadonlyMap<number, SchemaDocument | null> = new Map();
  #found: Found = { mentioned: new Map(), assets: new Map() };

  constructor(services: RerenderServices, assetIds: readonly string[]) {
    this.#services = services;
    this.#assetIds = assetIds;
  }

  get entryIds(): string[] {
    return [...new Set(this.#uses.map(({ entryId }) => entryId))];
  }

  /** Reads what is live of the assets, and all that it mentions. */
  async prepare({ id }: ProjectLiveState): Promise<void> {
    const { database, schemas } = this.#services;
    this.#uses = await loadLiveUses(database.pool, id, this.#assetIds);
    const versions = [...new Set(this.#uses.map(({ conformsTo }) => conformsTo))];
    this.#schemas = new Map(
      await Promise.all(versions.map(async (version) => [version, await schemas.load(id, version)] as const)),
    );
    const mentions = this.#uses.map(({ collectionKey, conformsTo, locale, values }) =>
      mentionsIn(findCollection(this.#schemaOf(conformsTo), collectionKey), [[locale, values]]),
    );
    const [entries, assets] = [mentions.flatMap(mentionedIds), mentions.flatMap(mentionedAssetIds)];
    this.#found = await loadMentioned(database.pool, id, [...new Set(entries)], [...new Set(assets)]);
  }

  /** A plan for each entry of which something differs. What was published since it was read shows the change already. */
  plan(entries: CommandEntries, { defaultLocale }: ProjectLiveState): ReadonlyMap<string, Plan> {
    const plans = new Map<string, { live: Map<string, LiveChange>; record: null }>();
    for (const { entryId, locale, collectionKey, conformsTo, contentHash, values } of this.#uses) {
      const entry = entries.get(entryId);
      const state = entry?.live.get(locale);
      if (!entry || state?.contentHash !== contentHash) continue;
      const { valuesHash, sortKey, assetUses } = state;
      // One that can't be shown at the moment asks again once it can; until then it's shown as it was.
      if (assetUses.some(({ assetId }) => !this.#found.assets.get(assetId)?.renditions)) continue;
      const content = renderContent(
        { schema: this.#schemaOf(conformsTo), defaultLocale },
        { locale, collectionKey, values, valuesHash, position: entry.position },
        this.#found,
      );
      if (content.contentHash === contentHash) continue;
      const plan = plans.get(entryId) ?? { live: new Map(), record: null };
      plan.live.set(locale, { content: { ...content, sortKey, assetUses }, moved: true, collectionKey });
      plans.set(entryId, plan);
    }
    return plans;
  }

  #schemaOf(version: number): SchemaDocument | null {
    return this.#schemas.get(version) ?? null;
  }
}
