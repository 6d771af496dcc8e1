import { clientAddressOf } from '../../../access/client-address.ts';
import { projectInput } from '../../../api/wire.ts';
import { operation, router } from '../../operation.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { createInvitation, revokeInvitation } from './change-invitation.ts';
import { invitationActions, invitationErrors, invitationLimits } from './invitations.names.ts';
import * as schemas from './invitations.schemas.ts';
import { listInvitations } from './list-invitations.ts';
import { previewInvitation } from './preview-invitation.ts';

export const invitationsRouter = router({
  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/invitations',
    summary: 'List open invitations',
    description: 'Invitations that were neither accepted nor revoked, and have not expired.',
    access: 'member.manage',
    input: projectInput,
    output: schemas.invitationListSchema,
    run: listInvitations,
  }),

  create: operation({
    method: 'POST',
    path: '/projects/{projectId}/invitations',
    summary: 'Invite a person',
    description: 'The response has the link to accept the invitation. It is shown once.',
    access: 'member.manage',
    status: 201,
    errors: [invitationErrors['member.already_member'], 'member.limit_reached'],
    limits: [{ limit: invitationLimits['invitation.create'] }],
    audit: [invitationActions['invitation.create']],
    input: schemas.createInvitationInput,
    output: schemas.newInvitationSchema,
    run: createInvitation,
  }),

  revoke: operation({
    method: 'DELETE',
    path: '/projects/{projectId}/invitations/{invitationId}',
    summary: 'Revoke an invitation',
    description: 'Its link stops working at once.',
    access: 'member.manage',
    errors: [invitationErrors['invitation.not_found']],
    limits: [{ limit: 'project.change' }],
    audit: [invitationActions['invitation.revoke']],
    input: schemas.revokeInvitationInput,
    output: schemas.invitationSchema,
    run: revokeInvitation,
  }),

  preview: operation({
    method: 'POST',
    path: '/invitations/preview',
    summary: 'Read an invitation',
    description:
      'For the holder of the link, without signing in. The secret is sent in the body, so that no log of URLs has it.',
    access: 'public',
    errors: [invitationErrors['invitation.not_found']],
    limits: [
      {
        limit: invitationLimits['invitation.preview'],
        counts: 'failures',
        per: ({ headers, services }) => [clientAddressOf(headers, services.settings.proxySecret) ?? 'unknown'],
      },
    ],
    input: schemas.previewInvitationInput,
    output: schemas.invitationPreviewSchema,
    run: previewInvitation,
  }),

  accept: operation({
    method: 'POST',
    path: '/invitations/accept',
    summary: 'Accept an invitation',
    description:
      'A new person gives a name and a password. A person who has an account signs in first, and has verified its address where mail is sent.',
    access: 'public',
    errors: [
      invitationErrors['invitation.not_found'],
      'member.limit_reached',
      'auth.missing_session',
      'auth.origin_not_allowed',
      'auth.email_not_verified',
      invitationErrors['invitation.account_required'],
    ],
    audit: [invitationActions['invitation.accept']],
    input: schemas.acceptInvitationInput,
    output: schemas.acceptedInvitationSchema,
    run: acceptInvitation,
  }),
});
