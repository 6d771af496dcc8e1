import { projectProcedure, router, spend, tokenProcedure } from '../../procedures.ts';
import { op } from '../../rest/meta.ts';
import { createToken } from './create-token.ts';
import { identifyToken } from './identify-token.ts';
import { listTokens } from './list-tokens.ts';
import { revokeToken } from './revoke-token.ts';
import { rotateToken } from './rotate-token.ts';
import {
  createTokenInput,
  identifyTokenInput,
  listTokensInput,
  newTokenSchema,
  tokenIdentitySchema,
  tokenListSchema,
  tokenSchema,
  tokenTargetInput,
} from './tokens.schemas.ts';

export const tokensRouter = router({
  identify: tokenProcedure
    .meta(
      op({
        method: 'GET',
        path: '/tokens/me',
        tag: 'Tokens',
        summary: 'Tell who the token in use is',
        access: 'token',
      }),
    )
    .input(identifyTokenInput)
    .output(tokenIdentitySchema)
    .query(({ ctx }) => identifyToken(ctx)),

  list: projectProcedure('token.manage')
    .meta(
      op({
        method: 'GET',
        path: '/projects/{projectId}/tokens',
        tag: 'Tokens',
        summary: 'List tokens',
        access: 'token.manage',
      }),
    )
    .input(listTokensInput)
    .output(tokenListSchema)
    .query(({ ctx }) => listTokens(ctx)),

  create: projectProcedure('token.manage')
    .meta(
      op({
        method: 'POST',
        path: '/projects/{projectId}/tokens',
        tag: 'Tokens',
        summary: 'Create a token',
        description: 'The secret is in the answer and can never be read again.',
        access: 'token.manage',
        status: 201,
        errors: ['token.limit_reached', 'unavailable'],
        limits: ['token.create'],
      }),
    )
    .input(createTokenInput)
    .output(newTokenSchema)
    .mutation(async ({ ctx, input }) => {
      await spend(ctx, 'token.create');
      return createToken(ctx, input);
    }),

  revoke: projectProcedure('token.manage')
    .meta(
      op({
        method: 'DELETE',
        path: '/projects/{projectId}/tokens/{tokenId}',
        tag: 'Tokens',
        summary: 'Revoke a token',
        access: 'token.manage',
        errors: ['token.not_found', 'unavailable'],
      }),
    )
    .input(tokenTargetInput)
    .output(tokenSchema)
    .mutation(({ ctx, input }) => revokeToken(ctx, input)),

  rotate: projectProcedure('token.manage')
    .meta(
      op({
        method: 'POST',
        path: '/projects/{projectId}/tokens/{tokenId}/rotate',
        tag: 'Tokens',
        summary: 'Give a token a new secret',
        description: 'The old secret ends at once.',
        access: 'token.manage',
        errors: ['token.not_found', 'unavailable'],
        limits: ['token.create'],
      }),
    )
    .input(tokenTargetInput)
    .output(newTokenSchema)
    .mutation(async ({ ctx, input }) => {
      await spend(ctx, 'token.create');
      return rotateToken(ctx, input);
    }),
});
