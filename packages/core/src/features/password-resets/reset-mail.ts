import type { Mail, MailLanguage } from '../../access/mailer.ts';

/** The mail with the link to choose a new password. */
export function resetMail(
  language: MailLanguage,
  { name, link }: { readonly name: string; readonly link: string },
): Pick<Mail, 'subject' | 'text'> {
  if (language === 'de') {
    return {
      subject: 'Neues Passwort für Stele',
      text: [
        `Hallo ${name},`,
        'mit diesem Link wählst du ein neues Passwort. Er gilt eine Stunde und nur einmal:',
        link,
        'Du hast das nicht angefordert? Dann ist nichts zu tun: Dein Passwort bleibt, wie es ist.',
      ].join('\n\n'),
    };
  }
  return {
    subject: 'Choose a new password for Stele',
    text: [
      `Hello ${name},`,
      'choose a new password with this link. It works for an hour, once:',
      link,
      "You didn't ask for this? Then there is nothing to do: your password stays as it is.",
    ].join('\n\n'),
  };
}
