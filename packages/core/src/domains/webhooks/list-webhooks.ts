import type { ProjectContext } from '../context.ts';
import type { WebhookView } from './webhooks.schemas.ts';
import { loadWebhooks } from './webhooks.store.ts';

/** All webhooks of a project, in the order in which they were made. */
export async function listWebhooks({
  services,
  project,
}: ProjectContext): Promise<{ data: WebhookView[]; next_cursor: null }> {
  const { database, clock } = services;
  return { data: await loadWebhooks(database.pool, project.id, null, clock.now()), next_cursor: null };
}
