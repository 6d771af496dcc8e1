import { issueTranslator } from '@stele/schema';
import { speakErrors } from '../api/error-texts.ts';
import { check } from './en/check.ts';
import { details, errors } from './en/errors.ts';

// Of values, the server says the same as the fields.
speakErrors(errors, details, issueTranslator(check));
