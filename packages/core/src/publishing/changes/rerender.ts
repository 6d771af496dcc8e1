import { findCollection, type SchemaDocument } from '@stele/schema';
import { schemaHasPages } from '../../content/live-pages.store.ts';
import { loadMentioned, type MentionedContent } from '../../content/mentioned-content.store.ts';
import { mentionedAssetIds, mentionedIds, mentionsIn } from '../../content/mentions.ts';
import { renderContent } from '../../content/render-content.ts';
import { type LiveUse, loadLiveUses } from '../ledger.store.ts';
import type { LiveChange, Plan, ProjectLiveState } from '../model.ts';
import type { ChangeOf } from './change.ts';
import type { ChangeSource, Interpretation, Planned, PlanState } from './interpretation.ts';

interface Facts {
  readonly uses: readonly LiveUse[];
  /** The schemas that the values follow, by version. */
  readonly schemas: ReadonlyMap<number, SchemaDocument | null>;
  readonly found: MentionedContent;
}

/**
 * Renders all published content with some assets again, so that it shows their current state. Values, versions and times of
 * publication stay.
 */
export function interpretRerender({ asset_ids: assetIds }: ChangeOf<'rerender'>): Interpretation {
  return {
    reason: 'asset',
    about: { asset_ids: assetIds },
    readsAlone: true,
    read: async (source, project) => {
      const facts = await readFacts(assetIds, source, project);
      const entryIds = [...new Set(facts.uses.map(({ entryId }) => entryId))];
      return { entryIds, plan: async (state) => planRerender(state, facts) };
    },
  };
}

async function readFacts(
  assetIds: readonly string[],
  { pool, schemas: loader }: ChangeSource,
  { id, schema }: ProjectLiveState,
): Promise<Facts> {
  const uses = await loadLiveUses(pool, id, assetIds);
  const versions = [...new Set(uses.map(({ conformsTo }) => conformsTo))];
  const schemas = new Map(
    await Promise.all(versions.map(async (version) => [version, await loader.load(id, version)] as const)),
  );
  const mentions = uses.map(({ collectionKey, conformsTo, locale, values }) =>
    mentionsIn(findCollection(schemas.get(conformsTo) ?? null, collectionKey), [[locale, values]]),
  );
  const [entries, assets] = [mentions.flatMap(mentionedIds), mentions.flatMap(mentionedAssetIds)];
  const paged = schemaHasPages(schema) ? uses.map(({ entryId }) => entryId) : null;
  return { uses, schemas, found: await loadMentioned(pool, id, [...new Set(entries)], [...new Set(assets)], paged) };
}

/** A plan for each entry whose content differs. Content that was published after the read already shows the change. */
function planRerender({ project, entries }: PlanState, { uses, schemas, found }: Facts): Planned {
  const plans = new Map<string, Plan & { readonly live: Map<string, LiveChange> }>();
  for (const { entryId, locale, collectionKey, conformsTo, contentHash, values } of uses) {
    const entry = entries.get(entryId);
    const state = entry?.live.get(locale);
    if (!entry || state?.contentHash !== contentHash) continue;
    const { valuesHash, sortKey, assetUses } = state;
    // If an asset can't be shown yet, the old rendering stays. There will be another job once it can.
    if (assetUses.some(({ assetId }) => !found.assets.get(assetId)?.renditions)) continue;
    const content = renderContent(
      { schema: schemas.get(conformsTo) ?? null, defaultLocale: project.defaultLocale },
      { entryId, locale, collectionKey, values, valuesHash, position: entry.position },
      found,
    );
    if (content.contentHash === contentHash) continue;
    const plan = plans.get(entryId) ?? { live: new Map(), record: null };
    plan.live.set(locale, { content: { ...content, sortKey, assetUses }, moved: true, collectionKey });
    plans.set(entryId, plan);
  }
  return { plans, refused: new Map(), warnings: [] };
}
