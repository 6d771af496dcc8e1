import { declareLimits, perHour, perMinute } from '../../access/limits/limits.ts';
import { declareErrors } from '../../platform/errors.ts';

export const entryLimits = declareLimits({
  'entry.publish': perMinute(30, 'entries published, unpublished or republished, in bulk as well'),
  'entry.save_draft': perMinute(60, 'saves of one entry by one author: `PUT` and `PATCH` together'),
  'entry.create': perHour(120, 'new entries, copies included'),
  'entry.import': perHour(2000, 'new entries with `"via": "import"`'),
  'entry.list': perHour(600, 'lists of entries; each signed-in person counts separately'),
  'entry.order': perMinute(120, 'moves in collections ordered by hand'),
  'entry.trash': perMinute(600, 'entries deleted and restored'),
  'entry.set': perMinute(60, 'changes of one field in many entries, and their undoing'),
  'entry.validate': perMinute(3000, 'checks without writing'),
  'entry.presence': perMinute(240, 'reports in which entry and field one person is'),
  'entry.review': perMinute(240, 'changes of state, assignee and due date'),
  'entry.review_many': perMinute(20, 'such changes of many entries at once'),
});

export const entryErrors = declareErrors({
  'entry.version_not_found': { status: 404, message: 'The entry has no such version.' },
  'entry.locale_live': { status: 409, message: 'A live locale keeps its draft. Unpublish the locale first.' },
  'entry.needs_another_person': {
    status: 409,
    message: 'Someone else has to approve this, because you or a token of yours wrote some of what would go live.',
  },
  'entry.no_workflow': { status: 409, message: 'The collection of this entry has no workflow.' },
  'entry.external_id_taken': { status: 409, message: 'Another entry of this collection already has this external_id.' },
});
