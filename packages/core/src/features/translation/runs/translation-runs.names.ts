import { declareLimits, perHour } from '../../../access/limits/limits.ts';
import { declareActions } from '../../../platform/audit-actions.ts';
import { declareErrors } from '../../../platform/errors.ts';

export const translationRunLimits = declareLimits({
  'translation.run': perHour(60, 'translations of many entries that are started, stopped and undone'),
  'translation.run_entry': perHour(3600, 'entries translated by runs, which wait then'),
});

export const translationRunErrors = declareErrors({
  'translation.run_not_found': { status: 404, message: 'There is no such translation run.' },
  'translation.run_limit_reached': {
    status: 409,
    message: 'Three translation runs of yours are under way. Wait until one is over, or stop one.',
  },
});

export const translationRunActions = declareActions({
  'translation.start_run': {},
  'translation.cancel_run': {},
  'translation.undo_run': {},
});
