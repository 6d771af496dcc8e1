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
      'Server-sent events: saves, publishes, moves, content that goes live, assets that are ready, and for people ' +
      'also deployments and who is in which entry. Each has an `id`, its type as `event`, and the JSON below as `data`. A stream ends after 15 minutes. ' +
      'Reconnect with Last-Event-ID, as browsers do, and nothing is missed. Some events may arrive twice, with the same ' +
      '`data.id`. `ready` comes once everything from before the stream has been sent: load what you show after the first one. ' +
      '`reset` says that events were missed: load again what you show.',
    access: 'event.read',
    streams: 'text/event-stream',
    input: streamEventsInput,
    output: streamed(streamEventSchema, streamEventMeta),
    run: (ctx, input) => {
      if (ctx.transport !== 'rest')
        throw new ApiError('not_found', { message: 'Events are available through REST only.' });
      return streamEvents(ctx, input);
    },
  }),
});
