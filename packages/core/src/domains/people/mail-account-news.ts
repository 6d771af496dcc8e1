import type { Logger } from 'pino';
import { type AccountNews, MAIL_ACCOUNT_NEWS } from '../../access/account-news.ts';
import { accountNewsMail } from '../../access/account-news-mail.ts';
import { mailRefusalOf } from '../../access/mail-refusal.ts';
import type { Mailer } from '../../access/mailer.ts';
import type { JobHandler } from '../../jobs/handler.ts';
import type { WriteContext } from '../../platform/write-context.ts';

interface NewsServices extends Pick<WriteContext['services'], 'database'> {
  readonly mailer: Mailer | null;
  readonly settings: { readonly adminUrl: string };
  readonly log: Logger;
}

/** Mails people what happened to their accounts. A process that's killed while it sends sends that mail again. */
export const mailAccountNews: JobHandler<NewsServices> = {
  kind: MAIL_ACCOUNT_NEWS,
  run: async ({ payload }, { database, mailer, settings, log }) => {
    const { userId, to, action, at } = payload as unknown as AccountNews;
    const where = { id: userId };
    const user = await database.prisma.user.findUnique({ where, select: { name: true, language: true } });
    if (!user || mailer === null) return;
    const language = user.language === 'de' ? 'de' : 'en';
    try {
      await mailer.send({ to, ...accountNewsMail(language, { name: user.name, action, at }, settings.adminUrl) });
    } catch (err) {
      if (mailRefusalOf(err) !== 'mail') throw err;
      log.info({ err, userId }, 'the mail of what happened to an account was refused for good');
    }
  },
};
