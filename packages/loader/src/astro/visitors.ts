import type { APIRoute, AstroGlobal } from 'astro';
import {
  type AnyCollections,
  createLoader,
  type Loader,
  type LoaderCache,
  type LoaderOptions,
  openCache,
} from '../index.ts';
import { consoleLog, silentLog } from '../log.ts';
import { answerDraftRequest, type DraftRouteOptions } from '../visits/answer-draft-request.ts';
import { BAR_STYLE, barText, type PreviewTexts } from '../visits/preview-text.ts';
import {
  askForLink,
  COOKIE,
  cookieOptions,
  type PreviewSource,
  type PreviewVisit,
  visitOf,
} from '../visits/preview-visit.ts';
import { SnapshotReaders } from '../visits/snapshot-readers.ts';
import { visitReader } from '../visits/visit-reader.ts';
import { readSiteEnvironment } from './site-environment.ts';

/** Who asks for a page that is rendered on demand: `Astro`, or the context of an endpoint. */
export type Visitor = Pick<AstroGlobal, 'request' | 'cookies'> & Partial<Pick<AstroGlobal, 'response'>>;

/** Options of a loader for pages that are rendered on demand. */
export interface VisitorLoaderOptions extends Omit<LoaderOptions, 'drafts'> {
  /** A token of scope `read_draft` or `admin`, for editors; STELE_DRAFT_TOKEN. */
  readonly draftToken?: string | undefined;
}

/**
 * Makes an endpoint that lets people see drafts on pages that are rendered on demand: `export const GET = draftRoute()` in
 * src/pages/api/draft.ts, with `export const prerender = false`. To editors, who call it with `?secret=…`, it shows all drafts; to
 * anyone with a preview link, `?link=…`, what that shares, until it ends. Then it goes to the path in `to`.
 *
 * @returns an endpoint that answers 401 to a wrong secret or none, 410 to a link that has ended, and 503 without a token for drafts
 * @throws LoaderError in the endpoint, when the API can't be asked about a link
 */
export function draftRoute(options: DraftRouteOptions = {}): APIRoute {
  readSiteEnvironment();
  return ({ request, cookies }) =>
    answerDraftRequest(request, options, (proof) => cookies.set(COOKIE, proof, cookieOptions()));
}

/**
 * Makes a function that gives each visitor the loader of the content they may see: `const stele = await loaderFor(Astro)`.
 * Visitors whom `draftRoute` let in get drafts, and their pages say that no cache may keep them; an endpoint has to say so
 * itself. All others get published content. For pages that are rendered on demand.
 *
 * @throws LoaderError in the function, when the API can't be asked about a link
 */
export function createVisitorLoader<Schema = AnyCollections, Locale extends string = string>(
  options: VisitorLoaderOptions = {},
): (visitor: Visitor) => Promise<Omit<Loader<Schema, Locale>, 'refresh'>> {
  readSiteEnvironment();
  const { snapshot: _, draftToken: __, ...rest } = options;
  let cache: LoaderCache | undefined;
  const readers = new SnapshotReaders(() => {
    cache ??= openCache(options.cache, options.log === false ? silentLog : (options.log ?? consoleLog));
    return createLoader({ ...options, cache });
  });
  const readerOf = visitReader(rest, () => readers.live());
  return async (visitor) => {
    const visit = await findVisit(visitor, options);
    if (visit) visitor.response?.headers.set('cache-control', 'private, no-store');
    // The API ensures that values have the types of the schema, and the digests that they are unchanged.
    return (await readerOf(visit)) as unknown as Omit<Loader<Schema, Locale>, 'refresh'>;
  };
}

/**
 * The HTML of a bar that marks pages as a preview, at the end of the body: `<Fragment set:html={await previewMark(Astro)} />`. Empty
 * for visitors of published pages.
 *
 * @throws LoaderError when the API can't be asked about a preview link
 */
export async function previewMark(visitor: Visitor, options: PreviewSource & PreviewTexts = {}): Promise<string> {
  const visit = await findVisit(visitor, options);
  if (!visit) return '';
  const style = Object.entries(BAR_STYLE).map(
    ([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`,
  );
  const text = barText(visit, options).replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<div role="status" style="${style.join(';')}">${text}</div>`;
}

/** A page and its bar ask about a link once. */
const visits = new WeakMap<Request, Promise<PreviewVisit | null>>();

function findVisit({ request, cookies }: Visitor, source: PreviewSource): Promise<PreviewVisit | null> {
  const found =
    visits.get(request) ?? visitOf(source, cookies.get(COOKIE)?.value, (secret) => askForLink(source, secret));
  visits.set(request, found);
  return found;
}
