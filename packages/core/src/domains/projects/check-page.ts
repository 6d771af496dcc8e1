import { invalid } from '../../platform/errors.ts';
import { OutgoingRequestError } from '../../platform/outgoing/outgoing-error.ts';
import type { ProjectContext } from '../context.ts';
import { refusedFrame } from './frame-headers.ts';
import type { CheckPageInput, PageCheck, ProjectView } from './projects.schemas.ts';

const TIMEOUT_MS = 10_000;
const REDIRECTS = 3;

/**
 * Says which header of a page keeps it out of a frame of the admin, and whether the website opens drafts to editors.
 *
 * @throws ApiError `validation_failed` for what is no page of a preview site of the project
 */
export async function checkPage(
  { project, services: { delivery, settings } }: ProjectContext,
  { url }: Omit<CheckPageInput, 'projectId'>,
): Promise<PageCheck> {
  const sites = project.previewSites as ProjectView['preview_sites'];
  const page = URL.canParse(url) ? new URL(url) : null;
  const site = page && sites.find((one) => isBelow(page, new URL(one.url)));
  if (!page || !site) {
    throw invalid(['url'], 'This is not a page of a preview site of the project.');
  }
  try {
    const answer = await headOf(delivery.client, page.href, REDIRECTS);
    const refused = refusedFrame(answer.headers, new URL(answer.url).origin, new URL(settings.adminUrl));
    const drafts = refused === null && (await opensDrafts(delivery.client, site.url));
    return { status: answer.status, refused_by: refused, opens_drafts: drafts, error: null };
  } catch (error) {
    if (!(error instanceof OutgoingRequestError)) throw error;
    return { status: null, refused_by: null, opens_drafts: false, error: error.message };
  }
}

type Client = ProjectContext['services']['delivery']['client'];

function headOf(client: Client, url: string, redirects: number) {
  const options = { headers: { accept: 'text/html' }, timeoutMs: TIMEOUT_MS, redirects };
  return client.stream(url, options, async (_body, head) => head);
}

/** Whether a website has a route that opens drafts: it refuses who doesn't know its secret. */
async function opensDrafts(client: Client, site: string): Promise<boolean> {
  try {
    return (await headOf(client, `${site.replace(/\/$/, '')}/api/draft`, 0)).status === 401;
  } catch (error) {
    if (!(error instanceof OutgoingRequestError)) throw error;
    return false;
  }
}

function isBelow(page: URL, site: URL): boolean {
  return page.origin === site.origin && `${page.pathname}/`.startsWith(`${site.pathname.replace(/\/$/, '')}/`);
}
