import type { DetailTexts, ErrorTexts } from '../../api/error-texts.ts';

/** Texts for the server's errors, for editors where the server's own are for programmers. */
export const errors: Partial<ErrorTexts> = {
  validation_failed: 'This is not valid.',
  'auth.missing_token': 'Your session has ended. Sign in again.',
  'auth.missing_session': 'Your session has ended. Sign in again.',
  'auth.invalid_credentials': "Email and password don't match.",
  'auth.origin_not_allowed': 'Nothing may be changed from this address.',
  'auth.sign_in_over': 'The sign-in has expired, or had too many wrong codes. Start over.',
  'auth.email_not_verified':
    'Your address has to be verified first: choose a new password by a link that is mailed to you, or that an operator gives you.',
  'auth.reset_over': 'This link no longer works.',
  'auth.device_code_over': 'This code is wrong, was already used, or has expired.',
  'auth.passkey_refused': 'The passkey could not be added. Try again.',
  'auth.device_slow_down': 'There were too many requests in a short time.',
  method_not_allowed: 'This is not possible at this address.',
  'entry.version_conflict': 'The entry was changed in the meantime.',
  'entry.locale_live': 'This language is live and keeps its draft. Unpublish it first.',
  'entry.never_live': 'Nothing of this entry was live yet, or it is no longer kept.',
  'entry.not_approved': 'The newest values are not approved yet.',
  'entry.needs_another_person':
    'You or a token of yours changed this since the last approval. Someone else has to approve it.',
  'entry.no_workflow': 'Entries of this collection are not reviewed.',
  'entry.bulk_refused': 'Some of the entries cannot be changed, so none was.',
  'entry.external_id_taken': 'Another entry of this collection already has this external ID.',
  'instance.operator_only': 'Only an operator of this instance may do this.',
  'instance.last_operator': 'The instance needs an operator. Make someone else one first.',
  'project.limit_reached': 'You have made as many projects as one person may here.',
  'invitation.account_required':
    'Only people who have an account here can accept this: sign in, or ask an operator of the instance for one.',
  'invitation.not_found': 'This invitation is no longer open.',
  'media.not_uploaded': 'The file has not arrived yet.',
  'media.upload_over': 'This file is already uploaded.',
  'media.asset_not_found': 'There is no such file.',
  'media.version_not_found': 'The file has no such version.',
  'media.asset_trashed': 'The file is in the trash. Restore it first.',
  'media.not_croppable': 'Files of this kind cannot be cropped.',
  'media.asset_in_use': 'Entries use this file.',
  'media.bulk_refused': 'Some of the files cannot be changed, so none was.',
  'media.folder_not_empty': 'The folder is not empty. Move what is in it first.',
  'media.content_mismatch': 'The file that arrived is not the one that was chosen. Upload it again.',
  'schema.migration_required': 'Existing content does not fit the new schema. Decide what happens to it first.',
  'schema.confirmation_required': 'This change loses content, and has to be confirmed.',
  'idempotency.in_flight': 'This request is already being worked on.',
  'idempotency.key_reused': 'This request was already sent with other content.',
  payload_too_large: 'This is more than can be sent at once.',
  unsupported_media_type: 'The server does not understand this request.',
  headers_too_large: 'The address is too long.',
  rate_limited: ([limit]) => {
    const seconds = Number(limit?.retry_after_seconds) || 0;
    if (seconds === 0) return 'Too many requests. Try again in a moment.';
    return `Too many requests. Try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`;
  },
};

const entry = (title?: string): string => (title ? `“${title}”` : 'This entry');
const file = (name?: string): string => (name ? `“${name}”` : 'This file');

/** Texts for problems with values that only the server finds; its warnings are written for editors already. */
export const details: Partial<DetailTexts> = {
  value_taken: () => 'Another entry has this value already.',
  entry_missing: () => 'This entry no longer exists.',
  entry_trashed: (title) => `${entry(title)} is in the trash.`,
  entry_of_other_collection: (title) => `${entry(title)} is of a collection that is not allowed here.`,
  asset_missing: () => 'This file no longer exists.',
  asset_trashed: (name) => `${file(name)} is in the trash.`,
  asset_pending: (name) => `${file(name)} has not been uploaded yet.`,
  asset_processing: (name) => `${file(name)} is still being processed. Try again in a moment.`,
  asset_failed: (name) => `${file(name)} could not be processed.`,
  asset_of_other_type: (name) => `${file(name)} is of a type that is not allowed here.`,
};
