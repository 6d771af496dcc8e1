import { invalid } from '../../platform/errors.ts';
import { OutgoingRequestError } from '../../platform/outgoing/outgoing-error.ts';
import type { ProjectContext } from '../context.ts';
import { refusedFrame } from './frame-headers.ts';
import type { CheckPageInput, PageCheck, ProjectView } from './projects.schemas.ts';

const TIMEOUT_MS = 10_000;
const REDIRECTS = 3;

/**
 * Says which header of a page keeps it out of a frame of the admin.
 *
 * @throws ApiError `validation_failed` for what is no page of a preview site of the project
 */
export async function checkPage(
  { project, services: { delivery, settings } }: ProjectContext,
  { url }: Omit<CheckPageInput, 'projectId'>,
): Promise<PageCheck> {
  const sites = project.previewSites as ProjectView['preview_sites'];
  const page = URL.canParse(url) ? new URL(url) : null;
  if (!page || !sites.some((site) => isBelow(page, new URL(site.url)))) {
    throw invalid(['url'], 'This is not a page of a preview site of the project.');
  }
  try {
    const options = { headers: { accept: 'text/html' }, timeoutMs: TIMEOUT_MS, redirects: REDIRECTS };
    const answer = await delivery.client.stream(page.href, options, async (_body, head) => head);
    const refused = refusedFrame(answer.headers, new URL(answer.url).origin, new URL(settings.adminUrl));
    return { status: answer.status, refused_by: refused, error: null };
  } catch (error) {
    if (!(error instanceof OutgoingRequestError)) throw error;
    return { status: null, refused_by: null, error: error.message };
  }
}

function isBelow(page: URL, site: URL): boolean {
  return page.origin === site.origin && `${page.pathname}/`.startsWith(`${site.pathname.replace(/\/$/, '')}/`);
}
