import { TRPCError } from '@trpc/server';
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';
import { type ErrorDetail, limitDetails } from './error-details.ts';

export type { ErrorDetail } from './error-details.ts';

/** All errors: code → HTTP status and default message. */
export const errors = {
  validation_failed: { status: 400, message: 'The request is not valid. See details.' },
  'auth.missing_token': { status: 401, message: 'Send a project token: Authorization: Bearer <ACCESS_TOKEN>.' },
  'auth.invalid_token': { status: 401, message: 'The token is not valid.' },
  'auth.missing_session': { status: 401, message: 'Sign in first.' },
  'auth.invalid_credentials': { status: 401, message: 'The email address or the password is wrong.' },
  'auth.deactivated': { status: 403, message: 'Your account was deactivated by your organisation or an operator.' },
  'auth.insufficient_scope': { status: 403, message: 'The scope of this token does not allow this.' },
  'auth.insufficient_role': { status: 403, message: 'Your role in this project does not allow this.' },
  'auth.two_factor_required': {
    status: 403,
    message: 'This project requires two-factor codes. Turn them on in your account.',
  },
  'auth.origin_not_allowed': { status: 403, message: 'This origin may not write with a session.' },
  'auth.invalid_setup_code': { status: 403, message: 'The set-up code is wrong.' },
  'auth.invalid_passkey': { status: 401, message: 'This passkey is not known here.' },
  'auth.sign_in_over': { status: 401, message: 'The sign-in has expired, or had too many wrong codes. Sign in again.' },
  'auth.passkey_refused': { status: 400, message: 'The passkey could not be added. Try again.' },
  'auth.passkey_not_found': { status: 404, message: 'There is no such passkey.' },
  'auth.provider_unreachable': {
    status: 409,
    message: "This provider can't be reached at the moment. Try again later, or sign in in another way.",
  },
  'auth.reset_over': { status: 404, message: 'This link was already used, or has expired.' },
  'auth.device_pending': { status: 400, message: 'This device has not been approved yet.' },
  'auth.device_slow_down': { status: 400, message: 'Poll less often.' },
  'auth.device_denied': { status: 403, message: 'Signing in on this device was refused.' },
  'auth.device_code_over': { status: 404, message: 'This code is wrong, was already used, or has expired.' },
  'auth.no_mail': {
    status: 409,
    message: 'This instance sends no mail. Ask an operator, or an owner of your project, for a link.',
  },
  'auth.two_factor_enabled': { status: 409, message: 'Two-factor codes are already on.' },
  'auth.two_factor_disabled': { status: 409, message: 'Two-factor codes are off.' },
  'auth.email_not_verified': {
    status: 409,
    message:
      'Your address has to be verified first: choose a new password by a link that is mailed to you, or that an operator gives you.',
  },
  'auth.only_sign_in': { status: 409, message: 'This is the only way that you can sign in.' },
  'auth.passkey_limit_reached': { status: 409, message: 'You have reached the limit of passkeys.' },
  'instance.operator_only': { status: 403, message: 'Only an operator of this instance may do this.' },
  'invitation.account_required': {
    status: 403,
    message:
      'Only people who have an account here can accept this: sign in, or ask an operator of the instance for one.',
  },
  'member.reset_not_allowed': {
    status: 403,
    message:
      'Only an operator can create a link for this person, or, while the address is not verified, an owner of all their projects.',
  },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  'project.not_found': { status: 404, message: 'There is no such project.' },
  'entry.not_found': { status: 404, message: 'There is no such entry.' },
  'entry.version_not_found': { status: 404, message: 'The entry has no such version.' },
  'token.not_found': { status: 404, message: 'There is no such token.' },
  'member.not_found': { status: 404, message: 'There is no such member.' },
  'job.not_found': { status: 404, message: 'There is no such job, or it has finished.' },
  'target.not_found': { status: 404, message: 'There is no such deploy target.' },
  'deployment.not_found': { status: 404, message: 'There is no such deployment.' },
  'webhook.not_found': { status: 404, message: 'There is no such webhook.' },
  'webhook.delivery_not_found': { status: 404, message: 'The webhook has no such message, or it is no longer kept.' },
  'invitation.not_found': { status: 404, message: 'There is no such invitation, or it is no longer open.' },
  'media.asset_not_found': { status: 404, message: 'There is no such asset.' },
  'media.version_not_found': { status: 404, message: 'The asset has no such version.' },
  'media.folder_not_found': { status: 404, message: 'There is no such folder.' },
  'preview_link.not_found': { status: 404, message: 'There is no such preview link.' },
  'comment.not_found': { status: 404, message: 'There is no such comment.' },
  'archive.not_found': { status: 404, message: 'There is no such archive.' },
  'translation.run_not_found': { status: 404, message: 'There is no such translation run.' },
  'view.not_found': { status: 404, message: 'There is no such saved view.' },
  'schema.none_pushed': { status: 404, message: 'No schema has been pushed yet.' },
  'schema.version_not_found': { status: 404, message: 'There is no such version of the schema.' },
  'snapshot.none_published': { status: 404, message: 'Nothing has been published yet.' },
  'snapshot.not_found': { status: 404, message: 'There is no such snapshot.' },
  method_not_allowed: { status: 405, message: 'This address does not support that method.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  'entry.version_conflict': { status: 409, message: 'The entry was changed since. See details.' },
  'entry.trashed': { status: 409, message: 'The entry is in the trash. Restore it first.' },
  'entry.locale_live': { status: 409, message: 'A live locale keeps its draft. Unpublish the locale first.' },
  'entry.never_live': {
    status: 409,
    message: 'The entry was never live, or its earlier content is no longer kept. See details.',
  },
  'entry.not_manually_ordered': { status: 409, message: 'The collection is not ordered by hand.' },
  'entry.not_approved': { status: 409, message: 'The newest values have not been approved. See details.' },
  'entry.needs_another_person': {
    status: 409,
    message: 'Someone else has to approve this, because you or a token of yours changed it since the last approval.',
  },
  'entry.no_workflow': { status: 409, message: 'The collection of this entry has no workflow.' },
  'entry.bulk_refused': {
    status: 409,
    message: 'Some of the entries cannot be changed, so none was. See details.',
  },
  'entry.external_id_taken': { status: 409, message: 'Another entry of this collection already has this external_id.' },
  'entry.singleton_exists': { status: 409, message: 'The collection holds a single entry, which already exists.' },
  'media.not_uploaded': { status: 409, message: 'The file has not arrived yet. Send it to its uploadUrl first.' },
  'media.upload_over': { status: 409, message: 'The upload of this asset is complete.' },
  'media.asset_trashed': { status: 409, message: 'The asset is in the trash. Restore it first.' },
  'media.not_croppable': { status: 409, message: 'Only raster images can be cropped.' },
  'media.asset_in_use': { status: 409, message: 'Entries use the asset. See details.' },
  'media.bulk_refused': { status: 409, message: 'Some of the assets cannot be changed, so none was. See details.' },
  'media.folder_name_taken': { status: 409, message: 'A folder in the same place already has this name.' },
  'media.folder_not_empty': { status: 409, message: 'The folder holds assets or other folders. Move them first.' },
  'media.folder_limit_reached': { status: 409, message: 'The project has reached its limit of folders.' },
  'schema.version_conflict': { status: 409, message: 'Another schema was pushed since. Compare again.' },
  'schema.migration_required': {
    status: 409,
    message: 'Existing values do not fit the schema. Send a migration for them. See details.',
  },
  'schema.confirmation_required': {
    status: 409,
    message: 'The change loses content. Compare first, and send the confirm_token. See details.',
  },
  'project.slug_taken': { status: 409, message: 'A project already has this slug.' },
  'project.locale_in_use': { status: 409, message: 'A locale with content cannot be removed.' },
  'member.already_member': { status: 409, message: 'This person is already a member.' },
  'member.changed': {
    status: 409,
    message: 'Someone else changed this member meanwhile. Check what is there now, then try again.',
  },
  'project.changed': {
    status: 409,
    message: 'Someone else changed this meanwhile. Check what is there now, then try again.',
  },
  'member.last_owner': { status: 409, message: 'A project needs at least one owner.' },
  'entry.limit_reached': { status: 409, message: 'The project has reached its limit of entries.' },
  'instance.last_operator': { status: 409, message: 'The instance needs an operator. Make someone else one first.' },
  'project.limit_reached': { status: 409, message: 'You have made as many projects as one person may here.' },
  'member.limit_reached': { status: 409, message: 'The project has reached its limit of people.' },
  'token.limit_reached': { status: 409, message: 'The project has reached its limit of tokens.' },
  'target.limit_reached': { status: 409, message: 'The project has reached its limit of deploy targets.' },
  'webhook.limit_reached': { status: 409, message: 'The project has reached its limit of webhooks.' },
  'preview_link.limit_reached': { status: 409, message: 'The project has reached its limit of preview links.' },
  'comment.limit_reached': { status: 409, message: 'The thread has reached its limit of comments.' },
  'view.limit_reached': { status: 409, message: 'The project has reached its limit of saved views.' },
  'translation.run_limit_reached': {
    status: 409,
    message: 'Three translation runs of yours are under way. Wait until one is over, or stop one.',
  },
  'translation.no_service': { status: 409, message: 'The project has no translation service. Set one up first.' },
  'glossary.version_conflict': { status: 409, message: 'Someone changed the glossary since. Read it again.' },
  'instance.already_set_up': { status: 409, message: 'This instance already has an owner.' },
  'idempotency.in_flight': { status: 409, message: 'A request with this Idempotency-Key is still in progress.' },
  payload_too_large: { status: 413, message: 'The body is larger than this route accepts.' },
  'media.quota_exceeded': { status: 413, message: 'The project does not have enough storage left for these files.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  'media.content_mismatch': { status: 422, message: 'The uploaded file does not match its declaration.' },
  'idempotency.key_reused': { status: 422, message: 'This Idempotency-Key was already used for another request.' },
  rate_limited: { status: 429, message: 'Too many requests. Wait as long as Retry-After says.' },
  headers_too_large: { status: 431, message: 'The address or the header fields are too long.' },
  internal: {
    status: 500,
    message: 'An internal error occurred. The log of the server has its details, under this request id.',
  },
  'translation.service_failed': { status: 502, message: 'The translation service did not translate. See details.' },
  unavailable: { status: 503, message: 'A part of the service cannot be reached. Try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

/** Stable code of an error, for machines. */
export type ErrorCode = keyof typeof errors;

/** Body of every answer that reports an error. */
export interface ErrorEnvelope {
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly details?: readonly ErrorDetail[] };
}

const trpcCodes: Record<number, TRPC_ERROR_CODE_KEY> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
};

/** An error with a code. Any other thrown error is `internal` or `unavailable`. */
export class ApiError extends TRPCError {
  readonly errorCode: ErrorCode;
  /** At most a hundred, and one that says how many others there are. */
  readonly details: readonly ErrorDetail[] | undefined;
  /** Headers of the response, such as Retry-After. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    errorCode: ErrorCode,
    options: {
      message?: string;
      details?: readonly ErrorDetail[];
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super({
      code: trpcCodes[errors[errorCode].status] ?? 'INTERNAL_SERVER_ERROR',
      message: options.message ?? errors[errorCode].message,
      cause: options.cause,
    });
    this.errorCode = errorCode;
    this.details = options.details?.length ? limitDetails(options.details) : undefined;
    this.headers = options.headers ?? (errorCode === 'unavailable' ? { 'retry-after': '1' } : {});
  }

  get status(): number {
    return errors[this.errorCode].status;
  }
}

/** @throws ApiError when a project has reached a limit @param things what is counted, for the message */
export function assertBelowLimit(count: number, most: number, code: ErrorCode, things: string): void {
  if (count >= most) throw new ApiError(code, { message: `A project has at most ${most} ${things}.` });
}

/** A `validation_failed` with one detail. */
export function invalid(path: readonly (string | number)[], message: string): ApiError {
  return new ApiError('validation_failed', { details: [{ path, message }] });
}
