import * as oidc from 'openid-client';
import type { ProvenPerson, Provider, SignInFlow } from './provider.ts';
import { ProviderError } from './provider-error.ts';
import { asProviderError } from './provider-failure.ts';
import type { ProviderSettings } from './provider-settings.ts';

/** How long what a provider says of itself is used. */
const DISCOVERY_MS = 60 * 60_000;

/** Values of `amr` (RFC 8176) that tell of more than a password: several factors, a one-time code, a key in hardware, a smart card. */
const FACTORS: readonly unknown[] = ['mfa', 'otp', 'hwk', 'sc'];

type Claims = Readonly<Record<string, unknown>>;

/** A provider that speaks OpenID Connect. */
export class OidcProvider implements Provider {
  readonly id: string;
  readonly name: string;
  readonly #settings: ProviderSettings;
  readonly #fetch: oidc.CustomFetch;
  #discovered: { readonly config: oidc.Configuration; readonly until: number } | null = null;

  constructor(settings: ProviderSettings, fetch: oidc.CustomFetch) {
    this.id = settings.id;
    this.name = settings.name;
    this.#settings = settings;
    this.#fetch = fetch;
  }

  async begin(redirectUri: string): Promise<{ url: URL; flow: SignInFlow }> {
    const config = await this.#discover();
    const { flow, parameters } = await newFlow(redirectUri, this.#settings.scopes);
    return { url: oidc.buildAuthorizationUrl(config, { ...parameters, nonce: flow.nonce }), flow };
  }

  async finish(answered: URL, flow: SignInFlow): Promise<ProvenPerson> {
    const config = await this.#discover();
    try {
      const tokens = await oidc.authorizationCodeGrant(config, answered, {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      });
      const own = tokens.claims();
      if (!own) throw new ProviderError('broken', 'The provider sent no ID token.');
      const { groupsClaim } = this.#settings;
      const isWhole = typeof own.email === 'string' && groupsClaim in own;
      const more: Claims =
        isWhole || !config.serverMetadata().userinfo_endpoint
          ? {}
          : await oidc.fetchUserInfo(config, tokens.access_token, own.sub);
      return provenPersonOf(own, more, this.#settings);
    } catch (error) {
      throw asProviderError(error);
    }
  }

  async #discover(): Promise<oidc.Configuration> {
    if (this.#discovered && this.#discovered.until > Date.now()) return this.#discovered.config;
    const { issuer, clientId, clientSecret } = this.#settings;
    try {
      const config = await oidc.discovery(new URL(issuer), clientId, clientSecret, authentication(clientSecret), {
        [oidc.customFetch]: this.#fetch,
        execute: [
          // Without it, the library trusts the connection instead of the signature of the ID token.
          oidc.enableNonRepudiationChecks,
          ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
        ],
      });
      this.#discovered = { config, until: Date.now() + DISCOVERY_MS };
      return config;
    } catch (error) {
      throw new ProviderError('unreachable', `${issuer} can't be used.`, { cause: error });
    }
  }
}

/** What the browser keeps, and the parameters of a request that go with it. */
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

/** @param own claims of the ID token @param more those of the provider's user info */
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
    hasFactor: Array.isArray(own.amr) && own.amr.some((method) => FACTORS.includes(method)),
  };
}

/** Microsoft has a claim of its own: whether the tenant has proved that the domain of the address is its own. */
function isVerified(claims: Claims, { id }: ProviderSettings): boolean {
  const said = claims.email_verified ?? (id === 'microsoft' ? claims.xms_edov : undefined);
  return said === true || said === 'true' || said === '1' || said === 1;
}

/** Null when there are too many groups for a token: then the claim names where else they could be asked for. */
function groupsIn(claims: Claims, claim: string): string[] | null {
  const elsewhere = claims._claim_names;
  if (typeof elsewhere === 'object' && elsewhere !== null && claim in elsewhere) return null;
  return [claims[claim] ?? []].flat().filter((group) => typeof group === 'string');
}
