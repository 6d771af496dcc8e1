import { z } from 'zod';
import { emailSchema, passwordSchema, personNameSchema } from '../../access/person.schemas.ts';
import { userIdSchema } from '../../api/wire.ts';

export const statusInput = z.strictObject({});
export const instanceStatusSchema = z
  .object({
    set_up: z.boolean().meta({ description: 'Whether the instance has its first owner.' }),
    sends_mail: z.boolean().meta({ description: 'Whether people can reset a forgotten password by email.' }),
    rate_limits: z
      .boolean()
      .meta({ description: 'Whether requests are limited. An instance for development has no limits.' }),
    background_work_late: z.boolean().meta({ description: 'Whether any background job is more than a minute late.' }),
    api_url: z.url().meta({ description: 'Public URL of this API.' }),
    content_url: z.url().meta({ description: 'Public URL of the content host.' }),
  })
  .meta({
    id: 'InstanceStatus',
    examples: [
      {
        set_up: true,
        sends_mail: false,
        rate_limits: true,
        background_work_late: false,
        api_url: 'https://api.example.org',
        content_url: 'https://content.example.org',
      },
    ],
  });

export const setUpInput = z
  .strictObject({
    code: z
      .string()
      .max(200)
      .meta({ description: 'The one-time code that the server printed.', examples: ['4KQZ-8W2M-T7RD'] }),
    name: personNameSchema,
    email: emailSchema,
    password: passwordSchema,
  })
  .meta({
    examples: [
      { code: '4KQZ-8W2M-T7RD', name: 'Ada Lovelace', email: 'ada@example.org', password: 'correct horse battery' },
    ],
  });
export type SetUpInput = z.infer<typeof setUpInput>;

export const personSchema = z.object({ id: userIdSchema, name: z.string(), email: z.string() }).meta({
  id: 'Person',
  examples: [{ id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada Lovelace', email: 'ada@example.org' }],
});
export type Person = z.infer<typeof personSchema>;
