import { z } from 'zod';
import { cursorSchema, limitSchema, pageOf, timeInput, timeSchema, webhookMessageIdSchema } from '../../../api/wire.ts';
import { webhookTarget } from '../webhooks.schemas.ts';

const statusSchema = z.enum(['pending', 'delivered', 'failed']);

export const listWebhookDeliveriesInput = z.strictObject({
  ...webhookTarget,
  status: statusSchema.optional(),
  limit: limitSchema,
  cursor: cursorSchema,
});
export type ListWebhookDeliveriesInput = z.infer<typeof listWebhookDeliveriesInput>;

export const webhookDeliveryInput = z.strictObject({ ...webhookTarget, deliveryId: webhookMessageIdSchema });
export type WebhookDeliveryInput = z.infer<typeof webhookDeliveryInput>;

export const redeliverRangeInput = z
  .strictObject({
    ...webhookTarget,
    from: timeInput.meta({ description: 'Time of the first event.' }),
    to: timeInput.optional().meta({ description: 'Time of the last event. The default is now.' }),
  })
  .meta({ examples: [{ from: '2026-11-21T00:00:00Z', to: '2026-11-22T00:00:00Z' }] });
export type RedeliverRangeInput = z.infer<typeof redeliverRangeInput>;

const attemptSchema = z.object({
  at: timeSchema,
  url: z.string(),
  duration_ms: z.int(),
  status: z.int().nullable().meta({ description: 'HTTP status of the response; null without one.' }),
  answer: z.string().nullable().meta({ description: "The beginning of the response's body." }),
  error: z.string().nullable().meta({ description: 'Why there was no response.' }),
});

const example = {
  id: 'msg_01kah71x4q7t0w3z6c9f2j5m8r',
  kind: 'entry.published',
  status: 'delivered',
  created_at: '2026-11-21T09:30:00.000Z',
  due_at: '2026-11-21T09:30:00.000Z',
  delivered_at: '2026-11-21T09:30:00.412Z',
  attempts: [
    {
      at: '2026-11-21T09:30:00.231Z',
      url: 'https://example.com/hooks/stele',
      duration_ms: 181,
      status: 200,
      answer: 'ok',
      error: null,
    },
  ],
  body: '{"type":"entry.published","timestamp":"2026-11-21T09:30:00.000Z","data":{"entry_id":"ent_01kah4y2v8n6t4s1xj0p9g3hqa"}}',
};

export const webhookDeliverySchema = z
  .object({
    id: webhookMessageIdSchema,
    kind: z.string().meta({ description: 'Kind of the event.' }),
    status: statusSchema,
    created_at: timeSchema,
    due_at: timeSchema.meta({ description: 'When it is, or was, due to be sent.' }),
    delivered_at: timeSchema.nullable(),
    attempts: z.array(attemptSchema).meta({ description: 'Each request and its response, oldest first.' }),
    body: z.string().meta({ description: 'The exact body that is sent.' }),
  })
  .meta({ id: 'WebhookDelivery', examples: [example] });
export type WebhookDeliveryView = z.infer<typeof webhookDeliverySchema>;

export const webhookDeliveryPageSchema = pageOf(webhookDeliverySchema).meta({ id: 'WebhookDeliveryPage' });
export type WebhookDeliveryPage = z.infer<typeof webhookDeliveryPageSchema>;

export const redeliveredSchema = z
  .object({ count: z.int().meta({ description: 'How many messages are sent again.' }) })
  .meta({ id: 'Redelivered', examples: [{ count: 12 }] });
