import { declareActions } from '../platform/audit-actions.ts';
import { declareEvents } from '../platform/events.store.ts';

export const deploymentEvents = declareEvents({
  'deployment.triggered': { streamed: true },
  /** The state of a deployment has changed: it was tried again, its build progressed, or the website was seen to show it. */
  'deployment.updated': { streamed: true },
  'deployment.failed': { webhooks: true, streamed: true },
});

export const targetEvents = declareEvents({ 'target.paused': { webhooks: true, streamed: true } });

/** The action of the system on webhooks that keep failing. */
export const webhookEnd = declareActions({ 'webhook.disable': {} });
