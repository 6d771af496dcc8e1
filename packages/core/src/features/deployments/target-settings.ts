/** Settings of a target that are secrets: encrypted in the database, and never returned. */
export const secretNames = ['hook_url', 'api_token', 'token'] as const;
/** Settings of a target that all members may read. */
export const openNames = [
  'branch',
  'clear_cache',
  'site_id',
  'team_id',
  'account_id',
  'project_name',
  'api_url',
  'owner',
  'repository',
  'event',
  'event_type',
  'workflow',
  'ref',
] as const;

/** Name of a setting of any kind of target. */
export type SettingName = (typeof secretNames)[number] | (typeof openNames)[number];

/** The settings of a target, which depend on its kind. */
export type TargetSettings = Readonly<Partial<Record<SettingName, string | boolean | undefined>>>;

export interface SettingFault {
  readonly name: SettingName;
  readonly message: string;
}

const SHOWN_CHARACTERS = 4;
/** Shorter secrets show no characters, since a few would reveal much. */
const LEAST_CHARACTERS = 16;

/** A secret as it's shown: the origin of a URL, and its last characters, so that people can recognise it. */
export function maskSecret(secret: string): string {
  const origin = URL.canParse(secret) ? `${new URL(secret).origin}/` : '';
  const last = secret.slice(origin.length).split(/[/?]/).filter(Boolean).at(-1) ?? '';
  return `${origin}…${last.length >= LEAST_CHARACTERS ? last.slice(-SHOWN_CHARACTERS) : ''}`;
}

/** Separates settings that may be shown from secrets, which must be encrypted. */
export function partSettings(settings: TargetSettings): {
  readonly shown: TargetSettings;
  readonly secret: TargetSettings;
} {
  const entries = Object.entries(settings);
  const isSecret = (name: string): boolean => (secretNames as readonly string[]).includes(name);
  return {
    shown: Object.fromEntries(entries.map(([name, value]) => [name, isSecret(name) ? maskSecret(`${value}`) : value])),
    secret: Object.fromEntries(entries.filter(([name]) => isSecret(name))),
  };
}

/** A text without the secrets of settings, also in usual encodings: a platform's answer may repeat them. */
export function hideSecrets(text: string, settings: TargetSettings): string {
  const { secret } = partSettings(settings);
  const texts = Object.values(secret).flatMap((value) => {
    const whole = `${value}`;
    const parts = URL.canParse(whole) ? new URL(whole).pathname.split('/').filter((part) => part.length >= 8) : [];
    return [whole, ...parts];
  });
  const written = [...texts, ...texts.filter((one) => one.length >= 8).flatMap(encodingsOf)].filter(Boolean);
  // Longer ones first: a secret may be part of another one.
  written.sort((one, other) => other.length - one.length);
  const shapes = written.map((one) => one.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|');
  return shapes === '' ? text : text.replace(new RegExp(shapes, 'gi'), '…');
}

/**
 * A platform's message for people: in one line, without the secrets of settings.
 *
 * @param most how many characters are kept; secrets are removed before, so that no part of one stays
 */
export function readableReason(text: string, settings: TargetSettings, most: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd\s]+/gu, ' ').trim();
  const cut = hideSecrets(line, settings).slice(0, most);
  return cut.replace(/[\ud800-\udbff]$/, '');
}

/** Encodings of a secret: percent-encoded, hexadecimal, and base64 at any position of a longer text. */
function encodingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((before) => {
    const coded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // Characters at the ends also depend on the neighbouring bytes.
    return coded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  const forAddresses = base64.map((coded) => coded.replaceAll('+', '-').replaceAll('/', '_'));
  return [encodeURIComponent(secret), ...base64, ...forAddresses, bytes.toString('hex')];
}
