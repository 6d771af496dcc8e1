import { emailDomain } from '../person.schemas.ts';

/** A provider that people sign in with, as the operator set it up. */
export interface ProviderSettings {
  /** In addresses and in the database. */
  readonly id: string;
  /** The label of its button. */
  readonly name: string;
  /** GitHub speaks OAuth without OpenID Connect. */
  readonly kind: 'oidc' | 'github';
  /** The provider's URL, exactly as it names itself; GitHub's without a slash at the end. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
  /** The claim with the person's groups. */
  readonly groupsClaim: string;
  /** The credential of its directory for SCIM; null without SCIM. */
  readonly scimToken: string | null;
  /** Domains of the addresses that it and its directory may speak for; null for all that are let in. */
  readonly domains: readonly string[] | null;
}

/** How people sign in through providers. */
export interface SingleSignOnSettings {
  readonly providers: readonly ProviderSettings[];
  /** Domains of the addresses that are let in; null for all. */
  readonly domains: readonly string[] | null;
  /** Whether people get an account who are neither invited nor in a mapped group. */
  readonly takesAnyone: boolean;
  /** Whether passwords and passkeys sign in only the operator. */
  readonly replacesPasswords: boolean;
  /** How many hours a session lasts, however it began; null for no such limit. */
  readonly sessionHours: number | null;
  /** Whether providers may be on this machine or in a private network. */
  readonly allowsPrivate: boolean;
}

/** The settings of single sign-on, with the descriptions of the reference. NAME stands for a provider's name in capitals. */
export const SINGLE_SIGN_ON_SETTINGS: Readonly<Record<string, string>> = {
  STELE_SSO:
    '[Single sign-on](../single-sign-on.md): the names of its providers, such as `google,acme`. `google`, `microsoft` and `github` are known; other names are yours.',
  STELE_SSO_NAME_CLIENT_ID: 'The client ID that the provider NAME gave.',
  STELE_SSO_NAME_CLIENT_SECRET: 'Its client secret.',
  STELE_SSO_NAME_ISSUER:
    'Its URL, below which `/.well-known/openid-configuration` is. Known for Google; for GitHub, the URL of your own GitHub server.',
  STELE_SSO_MICROSOFT_TENANT: 'The ID of your Microsoft tenant, instead of an issuer.',
  STELE_SSO_NAME_LABEL: 'What its button says: “Sign in with LABEL”. The default is its name.',
  STELE_SSO_NAME_SCOPES: 'Its scopes. The default is `openid email profile`; for GitHub, `read:user user:email`.',
  STELE_SSO_NAME_GROUPS_CLAIM: "The claim with a person's groups. The default is `groups`.",
  STELE_SSO_NAME_SCIM_TOKEN:
    'A secret of at least 32 characters, with which the directory of NAME creates and deactivates accounts [by SCIM](../single-sign-on.md#accounts-and-groups-by-scim). Without it, there is no SCIM.',
  STELE_SSO_NAME_DOMAINS:
    'Only of these domains may the provider NAME and its directory prove addresses: `example.org`. Set it where each team brings a provider of its own: one could otherwise name addresses of another.',
  STELE_SSO_DOMAINS:
    'Only addresses of these domains get in through providers: `example.org,example.com`. Google must manage the account for one of them, too.',
  STELE_SSO_ANYONE:
    '`1` gives everyone an account whom a provider lets in. By default, only who is invited or in a group with a role.',
  STELE_SSO_ONLY:
    '`1` lets only operators of the instance sign in with a password or a passkey. All others use a provider.',
  STELE_SSO_HOURS:
    'How many hours a session lasts, at most 336. Then people sign in again, which looks at their groups. By default, sessions last as long as people come every 14 days.',
  STELE_SSO_ALLOW_PRIVATE: '`1` lets the API call providers on its own machine and in private networks.',
};

/** How long sessions last from their last use: two weeks. */
export const MOST_SESSION_HOURS = 14 * 24;

/** The provider id of better-auth's accounts with a password. */
const PASSWORDS = 'credential';

interface KnownProvider {
  readonly label: string;
  readonly issuer?: string;
  readonly scopes?: string;
}

const MIN_SCIM_TOKEN_LENGTH = 32;

const KNOWN: Readonly<Record<string, KnownProvider>> = {
  google: { label: 'Google', issuer: 'https://accounts.google.com' },
  microsoft: { label: 'Microsoft' },
  github: { label: 'GitHub', issuer: 'https://github.com', scopes: 'read:user user:email' },
};

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings of single sign-on.
 *
 * @returns null without providers
 * @throws Error that says which setting is wrong
 */
export function parseSingleSignOn(env: Variables): SingleSignOnSettings | null {
  const ids = commaList(env.STELE_SSO);
  const allowsPrivate = isOn(env, 'STELE_SSO_ALLOW_PRIVATE');
  const domains = domainsIn(env, 'STELE_SSO_DOMAINS');
  const switches = {
    takesAnyone: isOn(env, 'STELE_SSO_ANYONE'),
    replacesPasswords: isOn(env, 'STELE_SSO_ONLY'),
    sessionHours: hoursIn(env.STELE_SSO_HOURS),
    allowsPrivate,
  };
  if (ids.length === 0) return null;
  if (new Set(ids).size !== ids.length) throw wrong('STELE_SSO', 'it names a provider twice');
  const providers = ids.map((id) => readProvider(env, id, allowsPrivate));
  return { providers, domains, ...switches };
}

function readProvider(env: Variables, id: string, allowsPrivate: boolean): ProviderSettings {
  if (!/^[a-z][a-z0-9]{0,29}$/.test(id)) {
    throw wrong('STELE_SSO', `"${id}" is not a name of lower-case letters and digits`);
  }
  if (id === PASSWORDS) throw wrong('STELE_SSO', `a provider can't be named ${id}`);
  const known = Object.hasOwn(KNOWN, id) ? KNOWN[id] : undefined;
  const prefix = `STELE_SSO_${id.toUpperCase()}`;
  const required = (name: string): string => {
    const value = env[`${prefix}_${name}`];
    if (!value) throw wrong(`${prefix}_${name}`, `it is missing, and STELE_SSO names ${id}`);
    return value;
  };
  const given = id === 'microsoft' ? microsoftIssuer(required('TENANT')) : (env[`${prefix}_ISSUER`] ?? known?.issuer);
  const issuer = checkedIssuer(given ?? required('ISSUER'), `${prefix}_ISSUER`, allowsPrivate);
  const isGithub = id === 'github';
  const scimToken = env[`${prefix}_SCIM_TOKEN`] ?? null;
  if (scimToken !== null && (scimToken.length < MIN_SCIM_TOKEN_LENGTH || /[^!-~]/.test(scimToken))) {
    const reason = `it must be at least ${MIN_SCIM_TOKEN_LENGTH} letters, digits and signs, without spaces`;
    throw wrong(`${prefix}_SCIM_TOKEN`, reason);
  }
  return {
    id,
    kind: isGithub ? 'github' : 'oidc',
    name: env[`${prefix}_LABEL`] ?? known?.label ?? id,
    issuer: isGithub ? issuer.replace(/\/+$/, '') : issuer,
    clientId: required('CLIENT_ID'),
    clientSecret: required('CLIENT_SECRET'),
    scopes: env[`${prefix}_SCOPES`] ?? known?.scopes ?? 'openid email profile',
    groupsClaim: env[`${prefix}_GROUPS_CLAIM`] ?? 'groups',
    scimToken,
    domains: domainsIn(env, `${prefix}_DOMAINS`),
  };
}

/** Only one tenant's: everyone can make a tenant, and claim any address there. */
function microsoftIssuer(tenant: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(tenant)) {
    throw wrong('STELE_SSO_MICROSOFT_TENANT', 'it must be the ID of one tenant, and not `common` or a domain');
  }
  return `https://login.microsoftonline.com/${tenant.toLowerCase()}/v2.0`;
}

function checkedIssuer(issuer: string, setting: string, allowsPrivate: boolean): string {
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const isFit = url?.protocol === 'https:' || (allowsPrivate && url?.protocol === 'http:');
  if (!isFit) throw wrong(setting, 'it must be a URL with https; http needs STELE_SSO_ALLOW_PRIVATE');
  return issuer;
}

function isOn(env: Variables, name: string): boolean {
  const value = env[name] ?? '0';
  if (value !== '0' && value !== '1') throw wrong(name, 'it must be 0 or 1');
  return value === '1';
}

function hoursIn(text: string | undefined): number | null {
  if (text === undefined) return null;
  const hours = /^[1-9][0-9]{0,2}$/.test(text) ? Number(text) : 0;
  if (hours === 0 || hours > MOST_SESSION_HOURS) {
    throw wrong('STELE_SSO_HOURS', `it must be a whole number from 1 to ${MOST_SESSION_HOURS}`);
  }
  return hours;
}

/** The domains that a setting names; null for none. */
function domainsIn(env: Variables, name: string): string[] | null {
  const domains = commaList(env[name]).map((domain) => domain.toLowerCase());
  const odd = domains.find((domain) => emailDomain(`a@${domain}`) !== domain);
  if (odd !== undefined) throw wrong(name, `"${odd}" is not a domain`);
  return domains.length > 0 ? domains : null;
}

function commaList(text = ''): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function wrong(setting: string, reason: string): Error {
  return new Error(`The setting ${setting} is wrong: ${reason}.`);
}
