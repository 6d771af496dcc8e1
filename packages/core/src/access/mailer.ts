import { once } from '../platform/once.ts';

/** The languages of mails. */
export const mailLanguages = ['en', 'de'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** How often someone gets a mail of what's unread in their inboxes. */
export const digestRhythms = ['hourly', 'daily', 'off'] as const;

/** Settings for sending mail. */
export interface MailSettings {
  /** `smtp://user:password@host:port`, or `smtps://` for TLS from the first byte. */
  readonly smtpUrl: string;
  /** The sender: `Stele <stele@example.org>`. */
  readonly from: string;
}

/** A mail of plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mail. */
export interface Mailer {
  /** Hands a mail to the server. @throws Error when the server doesn't accept it */
  send(mail: Mail): Promise<void>;
  /** Connects and signs in, without sending. @throws Error when the server doesn't accept that */
  verify(): Promise<void>;
}

/** How long to wait for the mail server. */
const MOST_WAIT_MS = 20_000;

/** Sends by SMTP. */
export function createMailer({ smtpUrl, from }: MailSettings): Mailer {
  const options = { url: smtpUrl, disableFileAccess: true, disableUrlAccess: true };
  const waits = { connectionTimeout: MOST_WAIT_MS, greetingTimeout: MOST_WAIT_MS, socketTimeout: MOST_WAIT_MS };
  const load = once(async () => (await import('nodemailer')).createTransport({ ...options, ...waits }));
  return {
    send: async (mail) => void (await (await load()).sendMail({ from, ...mail })),
    verify: async () => void (await (await load()).verify()),
  };
}
