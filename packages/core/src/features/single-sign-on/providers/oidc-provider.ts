import * as oidc from 'openid-client';
import type { ProvenPerson, Provider, SignInFlow } from '../../../access/providers/provider.ts';
import { ProviderError } from '../../../access/providers/provider-error.ts';
import type { ProviderSettings } from '../../../access/providers/provider-settings.ts';
import { KeptResult } from '../../../platform/kept-result.ts';
import { asProviderError } from './provider-failure.ts';

/** How long what a provider says of itself is used, and that it can't be reached. */
const DISCOVERY = { result: 60 * 60_000, failure: 5_000 };

/** How many seconds it may take: everyone who signs in meanwhile waits. */
const DISCOVERY_TIMEOUT = 5;

/** The most characters of a subject or a group. */
const MAX_NAME_LENGTH = 255;

/** Values of `amr` (RFC 8176) for what someone has or is. Each is one factor: only with another it makes two. */
const POSSESSIONS: readonly unknown[] = [
  'otp',
  'hwk',
  'swk',
  'sc',
  'sms',
  'tel',
  'fpt',
  'face',
  'iris',
  'retina',
  'vbm',
];
const FACTORS: readonly unknown[] = ['pwd', 'pin', 'kba', ...POSSESSIONS];

type Claims = Readonly<Record<string, unknown>>;

/** A provider that speaks OpenID Connect. */
export class OidcProvider implements Provider {
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly #settings: ProviderSettings;
  readonly #fetch: oidc.CustomFetch;
  readonly #discovered = new KeptResult(() => this.#discover(), DISCOVERY);

  constructor(settings: ProviderSettings, fetch: oidc.CustomFetch) {
    this.id = settings.id;
    this.name = settings.name;
    this.issuer = settings.issuer;
    this.#settings = settings;
    this.#fetch = fetch;
  }

  async begin(redirectUri: string): Promise<{ url: URL; flow: SignInFlow }> {
    const config = await this.#discovered.get();
    const { flow, parameters } = await newFlow(redirectUri, this.#settings.scopes);
    return { url: oidc.buildAuthorizationUrl(config, { ...parameters, nonce: flow.nonce }), flow };
  }

  async finish(answered: URL, flow: SignInFlow): Promise<ProvenPerson> {
    const config = await this.#discovered.get();
    try {
      const tokens = await oidc.authorizationCodeGrant(config, answered, {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      });
      const own = tokens.claims();
      if (!own) throw new ProviderError('broken', 'The provider sent no ID token.');
      if (!isFit(own.sub))
        throw new ProviderError('broken', "The provider's subject is too long or has control characters.");
      const more = await this.#userInfo(config, tokens.access_token, own);
      return provenPersonOf(own, more, this.#settings);
    } catch (error) {
      throw asProviderError(error);
    }
  }

  /** The claims of the provider's user info, if the ID token lacks some. */
  async #userInfo(config: oidc.Configuration, token: string, own: Claims & { sub: string }): Promise<Claims> {
    const hasAddress = typeof own.email === 'string' && verification(own, this.#settings) !== undefined;
    const isWhole = hasAddress && this.#settings.groupsClaim in own;
    if (isWhole || !config.serverMetadata().userinfo_endpoint) return {};
    try {
      return await oidc.fetchUserInfo(config, token, own.sub);
    } catch (error) {
      // Without groups, roles stay as they are.
      if (hasAddress) return {};
      throw error;
    }
  }

  async #discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    try {
      const config = await oidc.discovery(new URL(issuer), clientId, clientSecret, authentication(clientSecret), {
        [oidc.customFetch]: this.#fetch,
        timeout: DISCOVERY_TIMEOUT,
        execute: [
          // Without it, the library trusts the connection instead of the signature of the ID token.
          oidc.enableNonRepudiationChecks,
          ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
        ],
      });
      // Other requests have the limit of the guarded client.
      config.timeout = 30;
      const { authorization_endpoint: authorization, token_endpoint: token } = config.serverMetadata();
      if (!authorization || !token) throw new Error('Its discovery document lacks an endpoint.');
      return config;
    } catch (error) {
      throw new ProviderError('unreachable', `${issuer} can't be used.`, { cause: error });
    }
  }
}

/** A new sign-in for the browser to keep, and the parameters of its request. */
export async function newFlow(redirectUri: string, scope: string) {
  const flow: SignInFlow = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  };
  const parameters = {
    redirect_uri: redirectUri,
    scope,
    state: flow.state,
    code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
  };
  return { flow, parameters };
}

/** Sends the secret as a header, as providers expect by default, or in the body to those that don't take that. */
function authentication(secret: string): oidc.ClientAuth {
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const use = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
    return use(secret)(server, ...rest);
  };
}

/** @param own claims of the ID token @param more claims of the provider's user info */
function provenPersonOf(own: Claims & { sub: string }, more: Claims, settings: ProviderSettings): ProvenPerson {
  const withAddress = [own, more].filter(({ email }) => typeof email === 'string');
  const best = withAddress.find((claims) => isVerified(claims, settings)) ?? withAddress[0];
  const said = { ...more, ...own };
  return {
    subject: own.sub,
    email: typeof best?.email === 'string' ? best.email : null,
    emailVerified: best !== undefined && isVerified(best, settings),
    names: [said.name, `${said.given_name ?? ''} ${said.family_name ?? ''}`, said.preferred_username].filter(
      (name) => typeof name === 'string',
    ),
    groups: groupsIn(said, settings.groupsClaim),
    hasFactor: hasFactors(own.amr),
    ...(settings.id === 'google' && { managedBy: typeof own.hd === 'string' ? own.hd.toLowerCase() : null }),
  };
}

/** Whether the methods of a sign-in were two factors. */
function hasFactors(amr: unknown): boolean {
  const methods = new Set<unknown>(Array.isArray(amr) ? amr : []);
  if (methods.has('mfa')) return true;
  const used = FACTORS.filter((factor) => methods.has(factor));
  return used.length > 1 && used.some((factor) => POSSESSIONS.includes(factor));
}

/** Microsoft has a claim of its own: whether the tenant has proved that the domain of the address is its own. */
function verification(claims: Claims, { id }: ProviderSettings): unknown {
  return claims.email_verified ?? (id === 'microsoft' ? claims.xms_edov : undefined);
}

function isVerified(claims: Claims, settings: ProviderSettings): boolean {
  const said = verification(claims, settings);
  return said === true || said === 'true' || said === '1' || said === 1;
}

/**
 * Null without the claim. A token that can't hold all groups has no such claim either: another one names where to ask for them.
 */
function groupsIn(claims: Claims, claim: string): string[] | null {
  const [elsewhere, said] = [claims._claim_names, claims[claim]];
  if (typeof elsewhere === 'object' && elsewhere !== null && claim in elsewhere) return null;
  if (said === undefined || said === null) return null;
  return [said].flat().filter((group): group is string => typeof group === 'string' && isFit(group));
}

/** Whether the database and the audit log can hold a subject or a group. */
function isFit(name: string): boolean {
  return name !== '' && name.length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(name);
}
