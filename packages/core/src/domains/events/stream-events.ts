import { bearerOf } from '../../access/authenticate.ts';
import { hashSecret } from '../../access/token-secret.ts';
import { StreamedText } from '../../api/rest/streamed-text.ts';
import { invalid } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import type { StreamEventsInput } from './events.schemas.ts';

/**
 * Streams the events of a project to a reader.
 *
 * @throws ApiError `validation_failed` for an invalid Last-Event-ID, `rate_limited`
 */
export async function streamEvents(ctx: ProjectContext, { after: given }: StreamEventsInput): Promise<StreamedText> {
  const { services, project, sessionId, actor, reads } = ctx;
  const credential = sessionId ?? hashSecret(bearerOf(ctx) ?? '');
  const after = lastEventOf(ctx) ?? given ?? null;
  const reader = { projectId: project.id, credential, personId: sessionId === null ? null : actor.id, reads, after };
  services.events.assertBelowLimits(reader);
  // Otherwise, proxies would buffer events.
  ctx.response.headers.set('x-accel-buffering', 'no');
  ctx.response.headers.set('cache-control', 'private, no-store, no-transform');
  return new StreamedText('text/event-stream; charset=utf-8', services.events.stream(reader));
}

function lastEventOf({ headers }: ProjectContext): number | null {
  const given = headers.get('last-event-id');
  if (given === null || given === '') return null;
  if (!/^\d{1,14}$/.test(given)) throw invalid([], 'The header Last-Event-ID is not an id of this stream.');
  return Number(given);
}
