/** The settings of the admin's server. */
export interface AdminSettings {
  readonly host: string;
  readonly port: number;
  /** Where it hands on what belongs to the API. */
  readonly apiUrl: URL;
  /** Shared with the API; null when the API doesn't learn who its clients are. */
  readonly proxySecret: string | null;
  /** The number of trusted proxies in front. Each appends its client's address to X-Forwarded-For. */
  readonly trustedProxies: number;
}

/**
 * Reads the settings of the admin, once, at start.
 *
 * @throws Error with a sentence that names the setting that is wrong
 */
export function readAdminSettings(env: Readonly<Record<string, string | undefined>>): AdminSettings {
  const proxySecret = env.STELE_PROXY_SECRET || null;
  if (proxySecret !== null && proxySecret.length < 32) {
    throw new Error('The setting STELE_PROXY_SECRET is wrong: must have at least 32 characters.');
  }
  for (const name of ['API_URL', 'ADMIN_URL']) {
    const url = env[name];
    if (url && !(/^https?:/.test(url) && URL.canParse(url))) {
      throw new Error(`The setting ${name} is wrong: "${url}" is not a valid address.`);
    }
    if (url && new URL(url).href !== `${new URL(url).origin}/`) {
      throw new Error(
        `The setting ${name} is wrong: "${url}" must be the root of a host, such as https://cms.example.org, without a path.`,
      );
    }
  }
  return {
    host: env.HOST || '127.0.0.1',
    apiUrl: new URL(env.API_URL || 'http://localhost:3000'),
    port: readNumber(env, 'ADMIN_PORT', 3001, 65_535),
    proxySecret,
    trustedProxies: readNumber(env, 'STELE_TRUST_PROXY', 0, 10),
  };
}

function readNumber(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  otherwise: number,
  most: number,
): number {
  const text = env[name];
  if (!text) return otherwise;
  if (!/^\d{1,5}$/.test(text) || Number(text) > most) {
    throw new Error(`The setting ${name} is wrong: must be a whole number from 0 to ${most}.`);
  }
  return Number(text);
}
