import { feature } from '../feature.ts';
import { memberActions, memberErrors, memberLimits } from './members.names.ts';
import { membersRouter } from './members.router.ts';

export const membersFeature = feature({
  name: 'members',
  operations: membersRouter,
  tag: 'Members',
  about: 'People, their roles, and invitations.',
  limits: memberLimits,
  errors: memberErrors,
  audit: memberActions,
});
