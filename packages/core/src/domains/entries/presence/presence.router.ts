import { operation } from '../../operation.ts';
import { entryLimits } from '../entries.names.ts';
import { announcePresence } from './announce-presence.ts';
import { announcePresenceInput, presenceSchema } from './presence.schemas.ts';

/** Procedures about who has an entry open; part of the entries' router. */
export const presenceProcedures = {
  announcePresence: operation({
    method: 'PUT',
    path: '/projects/{projectId}/entries/{entryId}/presence',
    summary: 'Tell that you have an entry open',
    description:
      'For people only. Members who may read the entry hear of it on the event stream: name, locale and field. It lasts a ' +
      'minute.',
    access: 'member.read',
    errors: ['entry.not_found'],
    limits: [{ limit: entryLimits['entry.presence'], per: ({ actor }) => [actor.id] }],
    audit: [],
    input: announcePresenceInput,
    output: presenceSchema,
    run: announcePresence,
  }),
};
