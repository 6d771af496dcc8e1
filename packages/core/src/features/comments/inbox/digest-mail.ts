import type { Mail, MailLanguage } from '../../../access/mailer.ts';
import type { NotificationKind } from '../../../delivery/notifications/notification.ts';
import type { DigestLine, DigestReader } from './digest.store.ts';

/** Lines of a project that a mail shows. */
const MOST_LINES = 20;

interface Words {
  readonly subject: (count: number) => string;
  readonly hello: (name: string) => string;
  readonly lead: string;
  readonly lines: Readonly<Record<NotificationKind, (who: string, title: string) => string>>;
  /** For reviews, where it's known how they ended. */
  readonly verdicts: Readonly<Record<string, (who: string, title: string) => string>>;
  readonly untitled: string;
  readonly more: (count: number) => string;
  readonly open: string;
  readonly off: string;
}

const words: Readonly<Record<MailLanguage, Words>> = {
  en: {
    subject: (count) => `Unread in Stele: ${count}`,
    hello: (name) => `Hello ${name},`,
    lead: 'this came since your last mail, and you have not read it yet:',
    lines: {
      mention: (who, title) => `${who} mentioned you in “${title}”`,
      reply: (who, title) => `${who} replied in “${title}”`,
      comment: (who, title) => `${who} commented on “${title}”`,
      assigned: (who, title) => `${who} assigned “${title}” to you`,
      review_requested: (who, title) => `${who} asks you to review “${title}”`,
      review_decided: (who, title) => `${who} reviewed “${title}”`,
      due: (_who, title) => `“${title}” is due`,
    },
    verdicts: {
      approved: (who, title) => `${who} approved “${title}”`,
      sent_back: (who, title) => `${who} sent “${title}” back`,
    },
    untitled: 'Untitled',
    more: (count) => `and ${count} more`,
    open: 'Open your inbox:',
    off: 'Get this less often, or never:',
  },
  de: {
    subject: (count) => `Ungelesen in Stele: ${count}`,
    hello: (name) => `Hallo ${name},`,
    lead: 'das kam seit deiner letzten Mail, und du hast es noch nicht gelesen:',
    lines: {
      mention: (who, title) => `${who} hat dich in „${title}“ erwähnt`,
      reply: (who, title) => `${who} hat in „${title}“ geantwortet`,
      comment: (who, title) => `${who} hat „${title}“ kommentiert`,
      assigned: (who, title) => `${who} hat dir „${title}“ zugewiesen`,
      review_requested: (who, title) => `${who} bittet dich, „${title}“ zu prüfen`,
      review_decided: (who, title) => `${who} hat „${title}“ geprüft`,
      due: (_who, title) => `„${title}“ ist fällig`,
    },
    verdicts: {
      approved: (who, title) => `${who} hat „${title}“ freigegeben`,
      sent_back: (who, title) => `${who} hat „${title}“ zurückgegeben`,
    },
    untitled: 'Ohne Titel',
    more: (count) => `und ${count} weitere`,
    open: 'Zu deinem Eingang:',
    off: 'Seltener oder gar nicht bekommen:',
  },
};

/** The mail of what's unread in someone's inboxes, by project. @param lines at least one; those of a project are together */
export function digestMail(
  { name, email, language }: DigestReader,
  lines: readonly DigestLine[],
  adminUrl: string,
): Mail {
  const t = words[language === 'de' ? 'de' : 'en'];
  const projects = new Map<string, DigestLine[]>();
  for (const line of lines) projects.set(line.projectId, [...(projects.get(line.projectId) ?? []), line]);
  const parts = [...projects].map(([id, all]) =>
    [
      oneLine(all[0]?.project ?? ''),
      ...all.slice(0, MOST_LINES).map(({ kind, verdict, actor, title }) => {
        const say = t.verdicts[verdict ?? ''] ?? t.lines[kind];
        return `- ${say(oneLine(actor), oneLine(title) || t.untitled)}`;
      }),
      ...(all.length > MOST_LINES ? [`- ${t.more(all.length - MOST_LINES)}`] : []),
      `${t.open} ${adminUrl}/projects/${id}/inbox`,
    ].join('\n'),
  );
  const text = [t.hello(oneLine(name)), t.lead, ...parts, `${t.off} ${adminUrl}/account`].join('\n\n');
  return { to: email, subject: t.subject(lines.length), text };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
