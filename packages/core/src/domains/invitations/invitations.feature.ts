import { feature } from '../feature.ts';
import { invitationsRouter } from './invitations.router.ts';

export const invitationsFeature = feature({
  name: 'invitations',
  operations: invitationsRouter,
  tag: 'Members',
});
