import { streamed } from '../../api/rest/streamed-text.ts';
import { ApiError } from '../../platform/errors.ts';
import { operation, router } from '../operation.ts';
import { streamEventMeta, streamEventSchema, streamEventsInput } from './events.schemas.ts';
import { streamEvents } from './stream-events.ts';

export const eventsRouter = router({
  stream: operation({
    method: 'GET',
    path: '/projects/{projectId}/events',
    summary: 'Stream events',
    description:
      'Server-sent events: what others save, publish and move, what goes live, assets that are ready, and for people ' +
      'deployments too. Each has an `id`, its type as `event`, and the JSON below as `data`. A stream ends after 15 minutes; ' +
      'reconnect with Last-Event-ID, as browsers do by themselves, and nothing is missed; some events may arrive twice, under one ' +
      '`data.id`. `reset` says that too much was missed: read again what you show.',
    access: 'event.read',
    streams: 'text/event-stream',
    input: streamEventsInput,
    output: streamed(streamEventSchema, streamEventMeta),
    run: (ctx, input) => {
      if (ctx.transport !== 'rest') throw new ApiError('not_found', { message: 'Events are streamed by REST only.' });
      return streamEvents(ctx, input);
    },
  }),
});
