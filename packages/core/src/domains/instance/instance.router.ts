import { operation, router } from '../operation.ts';
import { instanceErrors, instanceLimits } from './instance.names.ts';
import { instanceStatusSchema, personSchema, setUpInput, statusInput } from './instance.schemas.ts';
import { setUpInstance } from './set-up-instance.ts';

export const instanceRouter = router({
  status: operation({
    method: 'GET',
    path: '/instance',
    summary: 'Check whether the instance is set up',
    description: 'Whether the instance has an owner, and the settings that clients need.',
    access: 'public',
    input: statusInput,
    output: instanceStatusSchema,
    run: async ({ services }) => {
      const instance = await services.database.prisma.instance.findUnique({ where: { id: 1 } });
      const { apiUrl: api_url, contentUrl: content_url } = services.settings;
      return {
        set_up: instance?.completedAt != null,
        sends_mail: services.mailer !== null,
        rate_limits: services.limiter.works,
        background_work_late: (await services.jobWatch.late()) !== null,
        api_url,
        content_url,
      };
    },
  }),

  setUp: operation({
    method: 'POST',
    path: '/instance/setup',
    summary: 'Create the first owner',
    description: 'Takes the one-time code that the server prints when it starts, while it has no owner.',
    access: 'public',
    status: 201,
    errors: [instanceErrors['auth.invalid_setup_code'], instanceErrors['instance.already_set_up']],
    // Only wrong codes count.
    limits: [{ limit: instanceLimits['instance.set_up'], byVerb: true }],
    audit: ['instance.set_up'],
    input: setUpInput,
    output: personSchema,
    run: setUpInstance,
  }),
});
