import type { Context } from '../context.ts';
import type { InstanceStatus } from './instance.schemas.ts';

/** Whether the instance has its first owner and sends mail, and where its parts are. */
export async function statusOfInstance({ services }: Context): Promise<InstanceStatus> {
  const instance = await services.database.prisma.instance.findUnique({ where: { id: 1 } });
  const { apiUrl, contentUrl } = services.settings;
  return {
    set_up: instance?.completedAt != null,
    sends_mail: services.mailer !== null,
    api_url: apiUrl,
    content_url: contentUrl,
  };
}
