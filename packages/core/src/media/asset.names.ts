import { declareActions } from '../platform/audit-actions.ts';
import { declareEvents } from '../platform/events.store.ts';

export const assetActions = declareActions({
  'asset.upload': { streamed: 'asset.created' },
  'asset.complete': {},
  'asset.copy': { streamed: 'asset.created' },
  'asset.update': { streamed: 'asset.updated' },
  'asset.replace': { streamed: 'asset.updated' },
  'asset.restore_version': { streamed: 'asset.updated' },
  'asset.delete': { streamed: 'asset.trashed', webhooks: ['asset.trashed'], tells: ['filename'] },
  'asset.restore': { streamed: 'asset.restored' },
  'asset.purge': {},
  'asset.give_up': {},
});

export const assetEvents = declareEvents({
  'asset.ready': { webhooks: true, streamed: true },
  'asset.failed': { streamed: true },
});
