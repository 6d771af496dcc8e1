import type { WriteContext } from '../platform/write-context.ts';
import { FileChanges, fileName } from './file-changes.ts';
import type { GoLiveDependencies } from './go-live.ts';
import { recordSnapshotOnly } from './going-live.store.ts';
import { loadProjectLiveState } from './live-state.store.ts';
import type { Publisher } from './publisher.ts';
import { nextPublishedAt } from './round.ts';

/** How often it's tried when others publish meanwhile. */
const MAX_ATTEMPTS = 5;

type Needed = Pick<GoLiveDependencies, 'database' | 'schemas' | 'clock'> & { readonly publisher: Publisher };

/**
 * Makes a snapshot with a file of each collection in each of the project's locales, so that builds can ask for a locale in which nothing was
 * published yet. Does nothing when the live one has them all, or nothing is live.
 *
 * @throws ApiError `unavailable`; then the next publish brings them
 */
export async function showLocales(
  { database: { pool }, schemas, publisher, clock }: Needed,
  projectId: string,
  { actor, requestId }: Pick<WriteContext, 'actor' | 'requestId'>,
): Promise<void> {
  await publisher.goLive<null>({
    projectId,
    attempts: MAX_ATTEMPTS,
    plan: async () => {
      const project = await loadProjectLiveState(pool, schemas, projectId);
      const { live, locales } = project;
      const there = new Set(live?.files.map((file) => fileName(file.collection, file.locale)));
      const lacks = (collection: string): boolean => locales.some((locale) => !there.has(fileName(collection, locale)));
      if (!live?.files.some(({ collection }) => lacks(collection))) return { answer: null };
      const publishedAt = nextPublishedAt(project, clock.now());
      const history = [{ reason: 'locales' as const, actor, request_id: requestId }];
      const counts = { added: 0, changed: 0, removed: 0 };
      return {
        project,
        keepsWritesOff: true,
        shows: new Map(),
        next: { project, publishedAt, changes: new FileChanges() },
        answer: () => ({ answer: null, kept: [] }),
        hold: async () => undefined,
        write: async (tx, snapshot) => {
          if (!snapshot) throw new Error('There is no snapshot to record.');
          await recordSnapshotOnly(tx, { project, snapshot, publishedAt, history, counts });
        },
      };
    },
  });
}
