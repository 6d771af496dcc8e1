import type { Context } from '../context.ts';

/** Whether the instance has its first owner, and sends mail. */
export async function statusOfInstance(ctx: Context): Promise<{ set_up: boolean; sends_mail: boolean }> {
  const instance = await ctx.services.database.prisma.instance.findUnique({ where: { id: 1 } });
  return { set_up: instance?.completedAt != null, sends_mail: ctx.services.mailer !== null };
}
