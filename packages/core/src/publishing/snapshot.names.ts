import { declareActions } from '../platform/audit-actions.ts';
import { declareEvents } from '../platform/events.store.ts';

export const snapshotActions = declareActions({ 'snapshot.restore': {} });

export const snapshotEvents = declareEvents({ 'snapshot.live': { webhooks: true, streamed: true } });
