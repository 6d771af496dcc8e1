import { LoaderError, type LoaderErrorCode } from '../errors.ts';
import { checkObject, type Loose, objectAt, parseJson, ShapeError } from '../format/shapes.ts';
import type { Answer } from '../http/http.ts';

/**
 * Makes a result of an answer's object.
 *
 * @param hint advice for an answer that is something else
 * @throws LoaderError `bad_response`, or what a refusal says
 */
export function readAnswer<Result>(answer: Answer, url: string, parse: (object: Loose) => Result, hint = ''): Result {
  if (answer.status !== 200) throw refusalOf(answer, url);
  try {
    return parse(checkObject(parseJson(answer.body), 'the answer'));
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    const { status, requestId } = answer;
    const message = `${url} answered with something else than expected: ${error.message}.${hint}`;
    throw new LoaderError('bad_response', message, { url, status, requestId });
  }
}

const ADVICE: Readonly<Partial<Record<LoaderErrorCode, string>>> = {
  unauthorized:
    'The token is missing, wrong, revoked or expired. Make one for STELE_TOKEN or the option token: npx stele tokens create NAME --env',
  forbidden: "The token's scope is too small: drafts need read_draft or admin.",
  project_not_found: "The token is another project's: check projectId or STELE_PROJECT.",
  none_published: 'Nothing has been published yet. Publish an entry, then build again.',
  refused: 'Check url and contentUrl, or STELE_URL and STELE_CONTENT_URL.',
};

/** Form of the API's codes and names; neither tokens nor digests have it. */
const CODE = /^[a-z]{1,24}([_.][a-z]{1,24}){0,5}$/;

/** The error for an answer of the API that isn't success. */
export function refusalOf({ status, body, requestId }: Answer, url: string): LoaderError {
  const { apiCode, apiField } = refusedBy(body);
  const code = codeOf(status, apiCode);
  const said = apiCode === null ? String(status) : `${status} ${apiCode}`;
  const request = requestId === null ? '' : ` (request ${requestId})`;
  const message = `${url} answered ${said}${request}. ${ADVICE[code] ?? ''}`;
  return new LoaderError(code, message.trimEnd(), { url, status, requestId, apiCode, apiField });
}

function codeOf(status: number, apiCode: string | null): LoaderErrorCode {
  if (status < 400) return 'bad_response';
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (apiCode === 'project.not_found') return 'project_not_found';
  if (apiCode === 'snapshot.none_published') return 'none_published';
  return 'refused';
}

/** The used parts of a refusal. Only the texts in it are checked. */
interface Refusal {
  readonly code?: unknown;
  readonly details?: { readonly 0?: { readonly path?: { readonly 0?: unknown } | null } | null } | null;
}

/** The code and field of a refusal, if they look like ones: anything else could hold a secret. */
function refusedBy(body: Uint8Array): Pick<LoaderError, 'apiCode' | 'apiField'> {
  try {
    const { code, details }: Refusal = objectAt(checkObject(parseJson(body), 'the answer'), 'error');
    return { apiCode: asCode(code), apiField: asCode(details?.[0]?.path?.[0]) };
  } catch (error) {
    if (error instanceof ShapeError) return { apiCode: null, apiField: null };
    throw error;
  }
}

function asCode(value: unknown): string | null {
  return typeof value === 'string' && CODE.test(value) ? value : null;
}
