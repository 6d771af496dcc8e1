import type { Logger } from 'pino';
import { mailRefusalOf } from '../../../access/mail-refusal.ts';
import type { Mailer } from '../../../access/mailer.ts';
import type { JobHandler } from '../../../jobs/handler.ts';
import type { WriteContext } from '../../../platform/write-context.ts';
import { type DigestReader, giveBackDigest, loadDigest, takeDigestReader } from './digest.store.ts';
import { digestMail } from './digest-mail.ts';

interface DigestServices extends Pick<WriteContext['services'], 'database' | 'clock'> {
  readonly mailer: Mailer | null;
  readonly settings: { readonly adminUrl: string };
  readonly log: Logger;
}

const MINUTE_MS = 60_000;
/** Who is at work reads it in the admin before. */
const UNREAD_FOR_MS = 10 * MINUTE_MS;

/**
 * Mails people what's unread in their inboxes, each at most once an hour or a day. A process that's killed while it sends leaves one
 * mail unsent; none is sent twice.
 */
export const mailDigests: JobHandler<DigestServices> = {
  kind: 'mail-digests',
  everyMs: 5 * MINUTE_MS,
  run: async ({ signal }, { database: { pool }, clock, mailer, settings, log }) => {
    if (mailer === null) return;
    const until = new Date(clock.now().getTime() - UNREAD_FOR_MS);
    const later: DigestReader[] = [];
    const refused: DigestReader[] = [];
    let accepted = 0;
    while (!signal.aborted) {
      const reader = await takeDigestReader(pool, until);
      if (reader === null) break;
      const lines = await loadDigest(pool, reader, until);
      if (lines.length === 0) continue;
      try {
        await mailer.send(digestMail(reader, lines, settings.adminUrl));
        accepted++;
      } catch (err) {
        log.error({ err, userId: reader.id }, 'the mail of what is unread could not be sent');
        const about = mailRefusalOf(err);
        (about === 'mail' ? refused : later).push(reader);
        if (about === 'server') break;
      }
    }
    // A server that takes no one's mail is set up wrong: that isn't for the people to lose.
    if (accepted === 0 && refused.length > 1) later.push(...refused);
    for (const reader of later) await giveBackDigest(pool, reader, until);
  },
};
