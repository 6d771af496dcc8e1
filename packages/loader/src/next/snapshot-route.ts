import { LoaderError, META_NAME } from '../index.ts';
import type { Reader } from '../visits/snapshot-readers.ts';

type Source = Pick<Reader, 'snapshot'>;

/**
 * Makes a route handler that says which snapshot pages show: `export const GET = snapshotRoute(stele)` in
 * app/.well-known/stele.json/route.js. It reads what pages read, so it's never ahead of them. In development, it answers 503
 * when that can't be read: pages ask it again and again.
 *
 * @throws LoaderError in the handler, elsewhere
 */
export function snapshotRoute(loader: Source): () => Promise<Response> {
  return async () => {
    const headers = { 'cache-control': 'no-store' };
    try {
      const { id, publishedAt } = await loader.snapshot();
      return Response.json({ snapshot_id: id, published_at: publishedAt }, { headers });
    } catch (error) {
      if (process.env.NODE_ENV !== 'development' || !(error instanceof LoaderError)) throw error;
      return Response.json({ message: error.message }, { status: 503, headers });
    }
  };
}

/**
 * Metadata that says which snapshot a page shows, for `generateMetadata`: `return { title, ...(await snapshotMetadata(stele)) }`.
 * Drafts say nothing.
 *
 * @throws LoaderError
 */
export async function snapshotMetadata(loader: Source): Promise<{ other?: Record<string, string> }> {
  const { id } = await loader.snapshot();
  return id === null ? {} : { other: { [META_NAME]: id } };
}
