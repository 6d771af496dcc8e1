import { declareErrors } from '../../platform/errors.ts';

export const assetVersionErrors = declareErrors({
  'media.version_not_found': { status: 404, message: 'The asset has no such version.' },
});
