import { feature } from '../feature.ts';
import { membersRouter } from './members.router.ts';

export const membersFeature = feature({
  name: 'members',
  operations: membersRouter,
  tag: 'Members',
  about: 'People, their roles, and invitations.',
});
