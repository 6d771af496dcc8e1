import { declareErrors } from '../../platform/errors.ts';

export const archiveErrors = declareErrors({
  'archive.not_found': { status: 404, message: 'There is no such archive.' },
});
