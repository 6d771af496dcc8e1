import { issueTranslator } from '@stele/schema';
import { check } from '#messages/check';
import { details, errors, fileErrors } from '#messages/errors';
import { speakErrors } from '../api/error-texts.ts';
import { checkMessages } from './check-messages.ts';
import { formats } from './language.ts';

/** Says the server's errors in the language of this page. Of values, the server says the same as the fields. */
export function speakErrorsHere(): void {
  speakErrors({ ...errors, ...fileErrors }, details, issueTranslator(checkMessages(check)), formats.language);
}
