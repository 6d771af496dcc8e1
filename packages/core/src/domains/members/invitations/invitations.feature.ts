import { daysAfter, withinProject, withUse } from '../../../platform/database/tables.ts';
import { feature } from '../../feature.ts';
import { invitationActions, invitationErrors, invitationLimits } from './invitations.names.ts';
import { invitationsRouter } from './invitations.router.ts';

export const invitationsFeature = feature({
  name: 'invitations',
  operations: invitationsRouter,
  tag: 'Members',
  limits: invitationLimits,
  errors: invitationErrors,
  audit: invitationActions,
  tables: {
    invitations: { ...withinProject, copy: 'left out', expires: daysAfter('expires_at', 30), ...withUse },
  },
});
