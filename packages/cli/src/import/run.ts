import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import type { Api, ListedEntry } from '../api.ts';
import { ApiFailure } from '../errors.ts';
import { type ImportPlan, unpublishedLocales } from './plan.ts';
import type { ImportDocument } from './read-documents.ts';

const AT_ONCE = 6;

/** What an import did. */
export interface ImportSummary {
  created: number;
  existed: number;
  trashed: number;
  published: number;
  unchanged: number;
  failed: { externalId: string; message: string }[];
}

/**
 * Carries an import out. It can be stopped at any time and run again: documents whose external_id is there already are
 * not created again, and locales that are live are not published again. A document that the API refuses doesn't stop
 * the others.
 *
 * @param onDone told after each document
 */
export async function runImport(
  api: Api,
  documents: AsyncIterable<ImportDocument>,
  plan: ImportPlan,
  target: { readonly projectId: string; readonly collection: string; readonly publish: boolean },
  onDone: (summary: Readonly<ImportSummary>) => void,
): Promise<ImportSummary> {
  const summary: ImportSummary = { created: 0, existed: 0, trashed: 0, published: 0, unchanged: 0, failed: [] };
  const limit = pLimit(AT_ONCE);
  const running = new Set<Promise<void>>();
  for await (const document of documents) {
    const work = limit(() => importOne(api, document, plan, target, summary))
      .catch((error: unknown) => {
        if (!(error instanceof ApiFailure) || error.status >= 500) throw error;
        summary.failed.push({ externalId: document.externalId, message: error.message });
      })
      .then(() => onDone(summary));
    running.add(work);
    work.then(
      () => running.delete(work),
      () => undefined,
    );
    if (running.size >= AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
  return summary;
}

async function importOne(
  api: Api,
  document: ImportDocument,
  plan: ImportPlan,
  target: { readonly projectId: string; readonly collection: string; readonly publish: boolean },
  summary: ImportSummary,
): Promise<void> {
  const entry = plan.existing.get(document.externalId) ?? (await create(api, document, target));
  const known = plan.existing.has(document.externalId);
  if (entry.status === 'trashed') summary.trashed++;
  else if (known) summary.existed++;
  else summary.created++;
  const locales = target.publish ? unpublishedLocales(entry, Object.keys(document.values)) : [];
  if (locales.length === 0) return;
  const result = await api.publishEntry(target.projectId, entry, locales);
  if (result.unchanged) summary.unchanged++;
  else summary.published++;
}

function create(
  api: Api,
  document: ImportDocument,
  target: { readonly projectId: string; readonly collection: string },
): Promise<ListedEntry> {
  const body = { collection_key: target.collection, external_id: document.externalId, values: document.values };
  const key = createHash('sha256')
    .update(JSON.stringify([target.projectId, body]))
    .digest('hex');
  return api.createEntry(target.projectId, body, `stele-import-${key}`);
}
