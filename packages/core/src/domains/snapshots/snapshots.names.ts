import { declareLimits, perHour } from '../../access/limits/limits.ts';
import { declareErrors } from '../../platform/errors.ts';

export const snapshotLimits = declareLimits({
  'snapshot.restore': perHour(12, 'restorations of snapshots'),
});

export const snapshotErrors = declareErrors({
  'snapshot.none_published': { status: 404, message: 'Nothing has been published yet.' },
});
