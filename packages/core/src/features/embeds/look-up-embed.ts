import { embeddedPage, embedProvidersOf, isSecureUrl } from '@stele/schema';
import { z } from 'zod';
import type { ProjectContext } from '../../domains/context.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { OutgoingRequestError } from '../../platform/outgoing/outgoing-error.ts';
import { embedErrors } from './embeds.names.ts';
import type { Embed, LookUpEmbedInput } from './embeds.schemas.ts';

const TIMEOUT_MS = 10_000;
/** Answers may have the HTML of a player, or of a whole post. */
const ANSWER_BYTES = 256 * 1024;
const MOST_LETTERS = 300;
const MOST_PIXELS = 10_000;

/** One line of plain text. Where a site sends something else, it has said nothing. */
const words = z
  .string()
  .transform((text) => {
    const line = [...text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()].slice(0, MOST_LETTERS).join('');
    return line.trim() || null;
  })
  .nullable()
  .catch(null);
/** Numbers are often sent as texts, and widths as a share of the page. */
const pixels = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(1).max(MOST_PIXELS))
  .nullable()
  .catch(null);

/** An answer by oEmbed (https://oembed.com), as far as it's kept. */
const answerSchema = z.object({
  type: z.enum(['photo', 'video', 'link', 'rich']),
  title: words,
  author_name: words,
  thumbnail_url: z.string().refine(isSecureUrl).nullable().catch(null),
  width: pixels,
  height: pixels,
});

/**
 * Asks a site of the schema about one of its pages.
 *
 * @throws ApiError `validation_failed` for an address of no site that the schema names; `embed.site_failed`
 */
export async function lookUpEmbed(
  { project, services }: ProjectContext,
  { url: address, provider: name }: Omit<LookUpEmbedInput, 'projectId'>,
): Promise<Embed> {
  const schema = await services.schemas.load(project.id, project.schemaVersion);
  const providers = embedProvidersOf(schema).filter((one) => name === undefined || one.name === name);
  const page = embeddedPage(address, providers);
  if (!page) throw invalid(['url'], 'This is no page of a site that rich text of the schema embeds.');
  const { provider, url } = page;
  const { title, author_name: author, thumbnail_url, width, height } = await ask(services, provider.endpoint, url);
  return { provider: provider.name, url, title, author, thumbnail_url, width, height };
}

async function ask({ delivery }: ProjectContext['services'], endpoint: string, url: string) {
  const asked = new URL(endpoint.replaceAll('{format}', 'json'));
  asked.searchParams.set('url', url);
  asked.searchParams.set('format', 'json');
  const { origin, pathname, search } = asked;
  const place = `${delivery.origins[origin] ?? origin}${pathname}${search}`;
  try {
    // Redirects aren't followed: they might leave https.
    const options = { headers: { accept: 'application/json' }, timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_BYTES };
    const { status, body } = await delivery.client.send(place, options);
    if (status !== 200) throw siteFailed(`${asked.host} answered ${status}.`);
    const answer = answerSchema.safeParse(parsed(body));
    if (!answer.success) throw siteFailed(`${asked.host} didn't answer as oEmbed has it.`);
    return answer.data;
  } catch (error) {
    if (!(error instanceof OutgoingRequestError)) throw error;
    throw siteFailed(error.message);
  }
}

function siteFailed(message: string): ApiError {
  return new ApiError(embedErrors['embed.site_failed'], {
    message: `The other site did not say what the page is. ${message}`,
    details: [{ path: ['url'], message }],
  });
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
