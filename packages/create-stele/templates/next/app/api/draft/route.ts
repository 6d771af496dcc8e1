import { timingSafeEqual } from 'node:crypto';
import { draftMode } from 'next/headers';
import { redirect } from 'next/navigation';

/** /api/draft?secret=…&to=/path shows drafts to anyone who knows STELE_PREVIEW_SECRET. */
export async function GET(request: Request) {
  const { searchParams } = new URL(request.url);
  const expected = Buffer.from(process.env.STELE_PREVIEW_SECRET ?? '');
  const given = Buffer.from(searchParams.get('secret') ?? '');
  if (expected.length === 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) {
    return new Response('Wrong secret.', { status: 401 });
  }
  if (!process.env.STELE_DRAFT_TOKEN) return new Response('STELE_DRAFT_TOKEN is not set.', { status: 503 });
  (await draftMode()).enable();
  const to = searchParams.get('to') ?? '/';
  redirect(/^\/(?![/\\])/.test(to) ? to : '/');
}
