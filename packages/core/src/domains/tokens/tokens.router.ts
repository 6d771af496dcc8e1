import { viewOf } from '../../api/view.ts';
import { projectInput } from '../../api/wire.ts';
import { operation, router } from '../operation.ts';
import { createToken, revokeToken, rotateToken } from './change-token.ts';
import { tokenActions, tokenErrors, tokenLimits } from './tokens.names.ts';
import * as schemas from './tokens.schemas.ts';
import { limitsView, toTokenView } from './tokens.store.ts';

export const tokensRouter = router({
  identify: operation({
    method: 'GET',
    path: '/tokens/me',
    summary: 'Read the token in use',
    description: 'Name, scope and project of the token in the request.',
    access: 'token',
    input: schemas.identifyTokenInput,
    output: schemas.tokenIdentitySchema,
    run: async ({ token, project }) =>
      viewOf(schemas.tokenIdentitySchema, token, {
        ...limitsView(token.limits),
        project: viewOf(schemas.tokenProjectSchema, project, { locales: [...project.locales] }),
      }),
  }),

  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/tokens',
    summary: 'List tokens',
    description: 'Names, scopes and last uses. Secrets are never shown again.',
    access: 'token.manage',
    input: projectInput,
    output: schemas.tokenListSchema,
    run: async ({ project, services }) => {
      const where = { projectId: project.id };
      const tokens = await services.database.prisma.projectToken.findMany({ where, orderBy: { id: 'desc' } });
      const longest_days = services.settings.tokenDays ?? null;
      return { data: tokens.map(toTokenView), next_cursor: null, longest_days };
    },
  }),

  create: operation({
    method: 'POST',
    path: '/projects/{projectId}/tokens',
    summary: 'Create a token',
    description: 'The response has the secret, which can never be read again.',
    access: 'token.manage',
    status: 201,
    errors: [tokenErrors['token.limit_reached']],
    limits: [{ limit: tokenLimits['token.create'] }],
    audit: [tokenActions['token.create']],
    input: schemas.createTokenInput,
    output: schemas.newTokenSchema,
    run: createToken,
  }),

  revoke: operation({
    method: 'DELETE',
    path: '/projects/{projectId}/tokens/{tokenId}',
    summary: 'Revoke a token',
    description: 'It stops working at once.',
    access: 'token.manage',
    errors: [tokenErrors['token.not_found']],
    limits: [{ limit: 'project.change' }],
    audit: [tokenActions['token.revoke']],
    input: schemas.tokenTargetInput,
    output: schemas.tokenSchema,
    run: revokeToken,
  }),

  rotate: operation({
    method: 'POST',
    path: '/projects/{projectId}/tokens/{tokenId}/rotate',
    summary: 'Give a token a new secret',
    description: 'The old secret stops working at once.',
    access: 'token.manage',
    errors: [tokenErrors['token.not_found']],
    limits: [{ limit: tokenLimits['token.create'] }],
    audit: [tokenActions['token.rotate']],
    input: schemas.tokenTargetInput,
    output: schemas.newTokenSchema,
    run: rotateToken,
  }),
});
