import { projectInput } from '../../api/wire.ts';
import { operation, router } from '../../domains/operation.ts';
import { createWebhook, deleteWebhook, rotateSecret, updateWebhook } from './change-webhook.ts';
import { webhookDeliverySchema } from './deliveries/webhook-deliveries.schemas.ts';
import { testWebhook } from './test-webhook.ts';
import { webhookActions, webhookErrors } from './webhooks.names.ts';
import * as schemas from './webhooks.schemas.ts';
import { getWebhookInProject, loadWebhooks } from './webhooks.store.ts';

/** @param kinds of events that webhooks can get */
export const webhooksRouter = (kinds: readonly string[]) =>
  router({
    list: operation({
      method: 'GET',
      path: '/projects/{projectId}/webhooks',
      summary: 'List webhooks',
      description: 'All webhooks. A project has at most twenty.',
      access: 'webhook.manage',
      input: projectInput,
      output: schemas.webhookListSchema,
      run: async ({ project, services: { database, clock } }) => ({
        data: await loadWebhooks(database.pool, project.id, null, clock.now()),
        next_cursor: null,
      }),
    }),

    get: operation({
      method: 'GET',
      path: '/projects/{projectId}/webhooks/{webhookId}',
      summary: 'Read a webhook',
      description: 'Its URL, events and state. The secret is left out.',
      access: 'webhook.manage',
      errors: [webhookErrors['webhook.not_found']],
      input: schemas.webhookInput,
      output: schemas.webhookSchema,
      run: ({ project, services: { database, clock } }, { webhookId }) =>
        getWebhookInProject(database.pool, project.id, webhookId, clock.now()),
    }),

    create: operation({
      method: 'POST',
      path: '/projects/{projectId}/webhooks',
      summary: 'Create a webhook',
      description:
        'Sends new events to a URL, at least once, signed according to Standard Webhooks 1.0.0. The secret is ' +
        'shown only once.',
      access: 'webhook.manage',
      status: 201,
      errors: [webhookErrors['webhook.limit_reached']],
      limits: [{ limit: 'project.change' }],
      audit: [webhookActions['webhook.create']],
      input: schemas.createWebhookInputOf(kinds),
      output: schemas.webhookWithSecretSchema,
      run: createWebhook,
    }),

    update: operation({
      method: 'PATCH',
      path: '/projects/{projectId}/webhooks/{webhookId}',
      summary: 'Change a webhook',
      description: 'Changes the fields that are sent, and nothing else.',
      access: 'webhook.manage',
      errors: [webhookErrors['webhook.not_found']],
      limits: [{ limit: 'project.change' }],
      audit: [webhookActions['webhook.update']],
      input: schemas.updateWebhookInputOf(kinds),
      output: schemas.webhookSchema,
      run: updateWebhook,
    }),

    delete: operation({
      method: 'DELETE',
      path: '/projects/{projectId}/webhooks/{webhookId}',
      summary: 'Delete a webhook',
      description: 'Its messages are deleted too, including those that wait.',
      access: 'webhook.manage',
      errors: [webhookErrors['webhook.not_found']],
      limits: [{ limit: 'project.change' }],
      audit: [webhookActions['webhook.delete']],
      input: schemas.webhookInput,
      output: schemas.webhookSchema,
      run: deleteWebhook,
    }),

    rotateSecret: operation({
      method: 'POST',
      path: '/projects/{projectId}/webhooks/{webhookId}/rotate',
      summary: 'Give a webhook a new secret',
      description: 'It is shown only once. For a day, messages also carry a signature of the previous secret.',
      access: 'webhook.manage',
      errors: [webhookErrors['webhook.not_found']],
      limits: [{ limit: 'project.change' }],
      audit: [webhookActions['webhook.rotate_secret']],
      input: schemas.webhookInput,
      output: schemas.webhookWithSecretSchema,
      run: rotateSecret,
    }),

    test: operation({
      method: 'POST',
      path: '/projects/{projectId}/webhooks/{webhookId}/test',
      summary: 'Send a message to test a webhook',
      description: 'Sends a message of the kind `webhook.test`, once, and returns the outcome.',
      access: 'webhook.manage',
      errors: [webhookErrors['webhook.not_found']],
      limits: [{ limit: 'target.test' }],
      audit: [webhookActions['webhook.test']],
      input: schemas.webhookInput,
      output: webhookDeliverySchema,
      run: testWebhook,
    }),
  });
