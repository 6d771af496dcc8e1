import { toApiError } from '../../../api/rest/envelope.ts';
import type { ApiError } from '../../../platform/errors.ts';

/** The error types that RFC 7644 defines for requests (section 3.12). */
type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** A SCIM request can't be carried out. */
export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly status: number;
  readonly scimType: ScimType | null;
  /** Of the answer. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    scimType: ScimType | null,
    detail: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
    this.headers = headers;
    this.status = status;
    this.scimType = scimType;
  }
}

/** A request whose body or query doesn't hold. */
export function malformed(scimType: ScimType, detail: string): ScimError {
  return new ScimError(400, scimType, detail);
}

/** An error in SCIM's envelope. */
export function scimFailure(thrown: unknown): { readonly response: Response; readonly error: ApiError | null } {
  if (thrown instanceof ScimError) return { response: envelopeOf(thrown), error: null };
  const error = toApiError(thrown);
  const [first] = error.details ?? [];
  const detail = first ? [first.path.join('.'), first.message].filter((part) => part !== '').join(': ') : error.message;
  const isWhole = first?.path.length === 0;
  const scimType = error.errorCode === 'validation_failed' ? (isWhole ? 'invalidSyntax' : 'invalidValue') : null;
  return { response: envelopeOf(new ScimError(error.status, scimType, detail, error.headers)), error };
}

function envelopeOf(error: ScimError): Response {
  const body = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(error.status),
    ...(error.scimType && { scimType: error.scimType }),
    detail: error.message,
  };
  return Response.json(body, { status: error.status, headers: error.headers });
}
