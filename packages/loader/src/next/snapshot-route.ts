import { META_NAME } from '../index.ts';
import type { Reader } from './snapshot-readers.ts';

type Source = Pick<Reader, 'snapshot'>;

/**
 * Makes a route handler that says which snapshot pages show: `export const GET = snapshotRoute(stele)` in
 * app/.well-known/stele.json/route.js. It reads what pages read, so it's never ahead of them.
 */
export function snapshotRoute(loader: Source): () => Promise<Response> {
  return async () => {
    const { id, publishedAt } = await loader.snapshot();
    const shown = { snapshot_id: id, published_at: publishedAt };
    return Response.json(shown, { headers: { 'cache-control': 'no-store' } });
  };
}

/**
 * What `generateMetadata` returns for pages to say which snapshot they show: `return { title, ...(await
 * snapshotMetadata(stele)) }`. Drafts say nothing.
 *
 * @throws LoaderError
 */
export async function snapshotMetadata(loader: Source): Promise<{ other?: Record<string, string> }> {
  const { id } = await loader.snapshot();
  return id === null ? {} : { other: { [META_NAME]: id } };
}
