import { boundedArray } from '@stele/schema';
import { z } from 'zod';
import { faultOfNetwork } from '../../access/networks.ts';
import { scopes } from '../../access/permissions.ts';
import {
  actorSchema,
  collectionKeySchema,
  projectIdSchema,
  timeInput,
  timeSchema,
  tokenIdSchema,
  wholeListOf,
} from '../../api/wire.ts';

const scopeSchema = z.enum(scopes).meta({ examples: ['read_published'] });

const networkSchema = z
  .string()
  .max(50)
  .superRefine((text, issues) => {
    const fault = faultOfNetwork(text);
    if (fault !== null) issues.addIssue(fault);
  })
  .meta({ description: 'An IP address or a network.', examples: ['203.0.113.0/24'] });

const limitFields = {
  collections: z
    .array(z.string())
    .nullable()
    .meta({ description: 'The collections whose drafts it may read and change; null for all.' }),
  allowed_addresses: z
    .array(z.string())
    .nullable()
    .meta({ description: 'Where its requests to the API may come from; null for anywhere.' }),
};

const shape = {
  id: tokenIdSchema,
  name: z.string(),
  scope: scopeSchema,
  hint: z.string().meta({ description: "The secret's last four characters." }),
  created_at: timeSchema,
  created_by: actorSchema,
  expires_at: timeSchema.nullable(),
  ...limitFields,
  revoked_at: timeSchema.nullable(),
  last_used_at: timeSchema.nullable().meta({ description: 'Accurate to about half a minute.' }),
};
const example = {
  id: 'tok_01kah502f4y7d9b6n8c3s5xzge',
  name: 'Website build',
  scope: 'read_published',
  hint: 'x7Qe',
  created_at: '2026-11-21T09:00:00.000Z',
  created_by: { type: 'user', id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada' },
  expires_at: null,
  collections: null,
  allowed_addresses: null,
  revoked_at: null,
  last_used_at: '2026-11-21T09:30:00.000Z',
};

export const tokenSchema = z.object(shape).meta({ id: 'Token', examples: [example] });
export type TokenView = z.infer<typeof tokenSchema>;

export const newTokenSchema = z
  .object({ ...shape, secret: z.string().meta({ description: 'The token itself. It is shown only once.' }) })
  .meta({ id: 'NewToken', examples: [{ ...example, secret: 'stl_pub_7Rk2vXw9LmQ4tZ8bN3cY6hF1jD5gS0aPx7Qe2w' }] });
export type NewTokenView = z.infer<typeof newTokenSchema>;

export const tokenListSchema = wholeListOf(tokenSchema)
  .extend({
    longest_days: z
      .int()
      .nullable()
      .meta({ description: 'How many days a new token may live at most; null where it may live for ever.' }),
  })
  .meta({ id: 'TokenList' });

export const identifyTokenInput = z.strictObject({});
export const tokenProjectSchema = z.object({
  id: projectIdSchema,
  name: z.string(),
  slug: z.string(),
  default_locale: z.string(),
  locales: z.array(z.string()),
});

export const tokenIdentitySchema = z
  .object({
    id: tokenIdSchema,
    name: z.string(),
    scope: scopeSchema,
    project: tokenProjectSchema,
    created_at: timeSchema,
    expires_at: timeSchema.nullable(),
    ...limitFields,
    last_used_at: timeSchema.nullable(),
  })
  .meta({
    id: 'TokenIdentity',
    examples: [
      {
        id: example.id,
        name: example.name,
        scope: example.scope,
        project: {
          id: 'prj_01kah4xk6b3r5w0c9zq2m7d8ef',
          name: 'Field notes',
          slug: 'field-notes',
          default_locale: 'en',
          locales: ['en', 'de'],
        },
        created_at: example.created_at,
        expires_at: null,
        collections: null,
        allowed_addresses: null,
        last_used_at: null,
      },
    ],
  });

export const createTokenInput = z
  .strictObject({
    projectId: projectIdSchema,
    name: z.string().trim().min(1).max(100),
    scope: scopeSchema,
    expires_at: timeInput.nullable().optional().meta({
      description:
        'When the token expires. Left out or null: never, or, where the instance bounds it, when left out at the latest time that it allows.',
    }),
    collections: boundedArray(collectionKeySchema, { min: 1, max: 200 }).nullable().optional().meta({
      description:
        'Drafts of these only may be read and changed. Not for `read_published`: published content is public.',
    }),
    allowed_addresses: boundedArray(networkSchema, { min: 1, max: 100 })
      .nullable()
      .optional()
      .meta({ description: 'Requests to the API from elsewhere are refused. The content host takes them all.' }),
  })
  .meta({ examples: [{ name: 'Website build', scope: 'read_published' }] });
export type CreateTokenInput = z.infer<typeof createTokenInput>;
export const tokenTargetInput = z.strictObject({ projectId: projectIdSchema, tokenId: tokenIdSchema });
