import { declareActions } from '../platform/audit-actions.ts';
import { declareEvents } from '../platform/events.store.ts';

const tells = ['collection_key', 'version', 'locales'] as const;

export const entryActions = declareActions({
  'entry.create': { streamed: 'entry.created' },
  'entry.duplicate': { streamed: 'entry.created' },
  'entry.save': { streamed: 'entry.saved' },
  'entry.restore_version': { streamed: 'entry.saved' },
  'entry.publish': { streamed: 'entry.published', webhooks: ['entry.published'], tells },
  'entry.republish': { streamed: 'entry.published', webhooks: ['entry.restored', 'entry.published'], tells },
  'entry.unpublish': { streamed: 'entry.unpublished', webhooks: ['entry.unpublished'], tells },
  'entry.delete': { streamed: 'entry.trashed', webhooks: ['entry.unpublished', 'entry.trashed'], tells },
  'entry.restore': { streamed: 'entry.restored', webhooks: ['entry.restored'], tells },
  'entry.order': { streamed: 'entry.moved', outbox: ['entry.moved'], tells },
  /** Someone moved it to another state of its workflow, assigned it, or changed when it's due. */
  'entry.review': {
    streamed: 'entry.reviewed',
    webhooks: ['entry.reviewed'],
    tells: ['collection_key', 'state', 'assignee_id', 'due_on'],
    inbox: ['assigned', 'review_requested', 'review_decided'],
  },
  'entry.purge': {},
});

export const entryEvents = declareEvents({
  /** The published content of an entry was updated after a change of an asset, or after a page moved. */
  'entry.rerendered': {},
});
