import type { Mail, MailLanguage } from './mailer.ts';

/** The actions that an account's owner is told of by mail. */
export const accountNews = [
  'account.create',
  'account.change_password',
  'account.reset_password',
  'account.enable_two_factor',
  'account.disable_two_factor',
  'account.renew_recovery_codes',
  'account.use_recovery_code',
  'account.add_passkey',
  'account.sign_in_device',
  'account.link_provider',
  'account.update_by_directory',
  'account.link_directory',
  'account.block',
  'account.reset_two_factor',
  'account.make_operator',
  'account.remove_operator',
] as const;
export type AccountNewsAction = (typeof accountNews)[number];

interface Words {
  readonly hello: (name: string) => string;
  readonly happened: Readonly<Record<AccountNewsAction, string>>;
  readonly when: (at: string) => string;
  readonly you: string;
  readonly notYou: (link: string) => string;
  readonly after: (link: string) => string;
}

const words: Readonly<Record<MailLanguage, Words>> = {
  en: {
    hello: (name) => `Hello ${name},`,
    happened: {
      'account.create': 'A Stele account was created with your address',
      'account.change_password': 'The password of your Stele account was changed',
      'account.reset_password': 'The password of your Stele account was reset with a link',
      'account.enable_two_factor': 'Two-factor codes were turned on for your Stele account',
      'account.disable_two_factor': 'Two-factor codes were turned off for your Stele account',
      'account.renew_recovery_codes': 'Your Stele account has new recovery codes',
      'account.use_recovery_code': 'A recovery code of your Stele account was used to sign in',
      'account.add_passkey': 'A passkey was added to your Stele account',
      'account.sign_in_device': 'The stele command was signed in to your Stele account',
      'account.link_provider': 'A sign-in provider was linked to your Stele account',
      'account.update_by_directory':
        'Your company changed the address of your Stele account: password, passkeys, codes and sessions have ended',
      'account.link_directory': 'Your company took over your Stele account: password, passkeys and codes have ended',
      'account.block': 'An operator keeps your Stele account out',
      'account.reset_two_factor': 'An operator removed the two-factor codes of your Stele account',
      'account.make_operator': 'You are an operator of Stele now',
      'account.remove_operator': 'You are no operator of Stele any more',
    },
    when: (at) => `That was on ${at} (UTC).`,
    you: 'Was it you? Then there is nothing to do.',
    notYou: (link) => `If not, choose a new password with “Forgot your password?”. It ends all sessions:\n${link}`,
    after: (link) => `Then remove what you don't know from your account:\n${link}`,
  },
  de: {
    hello: (name) => `Hallo ${name},`,
    happened: {
      'account.create': 'Mit deiner Adresse wurde ein Stele-Konto angelegt',
      'account.change_password': 'Das Passwort deines Stele-Kontos wurde geändert',
      'account.reset_password': 'Das Passwort deines Stele-Kontos wurde mit einem Link zurückgesetzt',
      'account.enable_two_factor': 'Für dein Stele-Konto wurden Zwei-Faktor-Codes eingeschaltet',
      'account.disable_two_factor': 'Für dein Stele-Konto wurden Zwei-Faktor-Codes ausgeschaltet',
      'account.renew_recovery_codes': 'Dein Stele-Konto hat neue Wiederherstellungscodes',
      'account.use_recovery_code': 'Mit einem Wiederherstellungscode hat sich jemand bei deinem Stele-Konto angemeldet',
      'account.add_passkey': 'Deinem Stele-Konto wurde ein Passkey hinzugefügt',
      'account.sign_in_device': 'Der Befehl stele wurde bei deinem Stele-Konto angemeldet',
      'account.link_provider': 'Mit deinem Stele-Konto wurde ein Anbieter zum Anmelden verknüpft',
      'account.update_by_directory':
        'Deine Firma hat die Adresse deines Stele-Kontos geändert: Passwort, Passkeys, Codes und Sitzungen sind beendet',
      'account.link_directory':
        'Deine Firma hat dein Stele-Konto übernommen: Passwort, Passkeys und Codes sind beendet',
      'account.block': 'Der Betrieb hat dein Stele-Konto ausgesperrt',
      'account.reset_two_factor': 'Jemand vom Betrieb hat die Zwei-Faktor-Codes deines Stele-Kontos entfernt',
      'account.make_operator': 'Du betreibst jetzt Stele mit',
      'account.remove_operator': 'Du betreibst Stele nicht mehr',
    },
    when: (at) => `Das war am ${at} (UTC).`,
    you: 'Du warst das? Dann ist nichts zu tun.',
    notYou: (link) =>
      `Wenn nicht: Wähle über „Passwort vergessen?“ ein neues Passwort. Es beendet alle Sitzungen:\n${link}`,
    after: (link) => `Entferne danach aus deinem Konto, was du nicht kennst:\n${link}`,
  },
};

/** The mail of what happened to an account. @param at when, in ISO 8601 */
export function accountNewsMail(
  language: MailLanguage,
  { name, action, at }: { readonly name: string; readonly action: AccountNewsAction; readonly at: string },
  adminUrl: string,
): Pick<Mail, 'subject' | 'text'> {
  const t = words[language];
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const what = t.happened[action];
  const text = [
    t.hello(name),
    `${what}. ${t.when(when.format(new Date(at)))}`,
    t.you,
    t.notYou(adminUrl),
    t.after(`${adminUrl}/account`),
  ].join('\n\n');
  return { subject: what, text };
}
