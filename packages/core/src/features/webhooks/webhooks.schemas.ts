import { boundedArray } from '@stele/schema';
import { z } from 'zod';
import {
  actorSchema,
  collectionKeySchema,
  localeSchema,
  projectIdSchema,
  timeSchema,
  webhookIdSchema,
  wholeListOf,
} from '../../api/wire.ts';

/** @param kinds of events that webhooks can get */
const shapeOf = (kinds: readonly string[]) => ({
  name: z.string().trim().min(1).max(100),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .meta({ description: 'A public URL that accepts POST.' }),
  events: boundedArray(z.enum(kinds as [string, ...string[]]), { min: 1, max: kinds.length }).meta({
    description: 'The events to send.',
  }),
  collections: boundedArray(collectionKeySchema, { max: 200 }).meta({
    description: 'Sends events about entries only for these collections; for all when empty.',
  }),
  locales: boundedArray(localeSchema, { max: 200 }).meta({
    description: 'Sends events about entries only for these locales; for all when empty.',
  }),
  include_values: z.boolean().meta({
    description: 'Whether `entry.published` contains the published values, if they fit into 20 kB.',
  }),
});

/** Path parameters of operations on one webhook. */
export const webhookTarget = { projectId: projectIdSchema, webhookId: webhookIdSchema };

export const webhookInput = z.strictObject(webhookTarget);
export type WebhookInput = z.infer<typeof webhookInput>;

export function createWebhookInputOf(kinds: readonly string[]) {
  const shape = shapeOf(kinds);
  return z
    .strictObject({
      projectId: projectIdSchema,
      ...shape,
      collections: shape.collections.default([]),
      locales: shape.locales.default([]),
      include_values: shape.include_values.default(false),
    })
    .meta({ examples: [{ name: 'Search', url: 'https://example.com/hooks/stele', events: ['entry.published'] }] });
}
export type CreateWebhookInput = z.infer<ReturnType<typeof createWebhookInputOf>>;

export function updateWebhookInputOf(kinds: readonly string[]) {
  return z
    .strictObject({
      ...webhookTarget,
      ...z.object(shapeOf(kinds)).partial().shape,
      status: z
        .enum(['active', 'disabled'])
        .optional()
        .meta({ description: '`active` sends waiting messages at once; `disabled` keeps them waiting.' }),
    })
    .meta({ examples: [{ status: 'active' }] });
}
export type UpdateWebhookInput = z.infer<ReturnType<typeof updateWebhookInputOf>>;

const example = {
  id: 'whk_01kah70m3p6s9v2y5b8e1h4k7n',
  name: 'Search',
  url: 'https://example.com/hooks/stele',
  events: ['entry.published', 'entry.unpublished'],
  collections: [],
  locales: [],
  include_values: false,
  status: 'active',
  disabled: null,
  failing_since: null,
  old_secret_until: null,
  pending: 0,
  created_at: '2026-11-21T09:30:00.000Z',
  created_by: { type: 'user', id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada' },
  updated_at: '2026-11-21T09:30:00.000Z',
};

/** A webhook; its secret is never shown again. */
export const webhookSchema = z
  .object({
    id: webhookIdSchema,
    name: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    collections: z.array(z.string()),
    locales: z.array(z.string()),
    include_values: z.boolean(),
    status: z.enum(['active', 'disabled']),
    disabled: z
      .object({ reason: z.enum(['by_hand', 'gone', 'failing']), at: timeSchema })
      .nullable()
      .meta({ description: '`gone`: it responded with 410. `failing`: it accepted nothing for five days.' }),
    failing_since: timeSchema
      .nullable()
      .meta({ description: 'When it began to fail; null when it accepted the last message.' }),
    old_secret_until: timeSchema
      .nullable()
      .meta({ description: 'Until when messages are also signed with the previous secret; null without one.' }),
    pending: z.int().meta({ description: 'How many messages wait.' }),
    created_at: timeSchema,
    created_by: actorSchema,
    updated_at: timeSchema,
  })
  .meta({ id: 'Webhook', examples: [example] });
export type WebhookView = z.infer<typeof webhookSchema>;

export const webhookListSchema = wholeListOf(webhookSchema).meta({ id: 'WebhookList' });

/** A webhook together with its secret, which is shown only once. */
export const webhookWithSecretSchema = webhookSchema
  .extend({
    secret: z.string().meta({
      description: 'Signs its messages (Standard Webhooks). Shown only once.',
      examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazmJ2kO7VaA='],
    }),
  })
  .meta({
    id: 'WebhookWithSecret',
    examples: [{ ...example, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazmJ2kO7VaA=' }],
  });
export type WebhookWithSecret = z.infer<typeof webhookWithSecretSchema>;
