import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** A person at the provider. */
export interface PersonAtProvider {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  /** Microsoft's claim that the domain of the address is the tenant's. */
  readonly xms_edov?: boolean | string;
  /** Google's claim of the domain that manages the account. */
  readonly hd?: string;
  readonly name?: string;
  readonly groups?: readonly string[] | string | null;
  /** Where claims are that were too long for a token. */
  readonly _claim_names?: Readonly<Record<string, string>>;
}

interface ProviderContext {
  readonly oidc: {
    readonly provider: Provider;
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId: string };
  };
}

const SCOPES = 'openid email profile groups';
const CLIENT = { client_id: 'stele', client_secret: 'the secret of tests' };

/** A real OpenID Connect server on a port of its own, which takes everyone for the person that a test names. */
export class OidcPeer {
  readonly #server: Server;
  readonly #port: number;
  url: string;
  readonly client = CLIENT;
  /** Who signs in next; null for someone who says no. */
  person: PersonAtProvider | null = null;
  /** How they prove who they are. */
  amr: readonly string[] = ['pwd'];
  /** Changes what its endpoints answer: the body, by path. */
  readonly spoiled = new Map<string, (body: string) => string>();
  readonly asked: string[] = [];
  readonly #hasWholeTokens: boolean;

  /**
   * @param port for settings that have to know its URL before it runs
   * @param hasWholeTokens whether ID tokens have all claims, and not only the person's identifier
   */
  constructor(port = 0, hasWholeTokens = false) {
    this.#hasWholeTokens = hasWholeTokens;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.#server = createServer();
  }

  /** @param redirectUris where its client may send people back to */
  async start(redirectUris: readonly string[]): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    const provider = new Provider(this.url, this.#configuration(redirectUris));
    const answer = provider.callback();
    this.#server.on('request', (request, response) => {
      const { pathname } = new URL(request.url ?? '', this.url);
      this.asked.push(pathname);
      const spoil = this.spoiled.get(pathname);
      if (spoil) {
        const end = response.end.bind(response);
        response.end = ((body: unknown, ...rest: []) => {
          response.removeHeader('content-length');
          return end(spoil(String(body)), ...rest);
        }) as typeof response.end;
      }
      if (!pathname.startsWith('/interaction/')) return answer(request, response);
      const result = this.person
        ? { login: { accountId: this.person.sub, amr: this.amr, remember: false } }
        : { error: 'access_denied', error_description: 'The person said no.' };
      void provider.interactionFinished(request, response, result);
    });
  }

  /** The settings of an instance that uses it. */
  settings(id: string): Record<string, string> {
    const prefix = `STELE_SSO_${id.toUpperCase()}`;
    return {
      STELE_SSO: id,
      STELE_SSO_ALLOW_PRIVATE: '1',
      [`${prefix}_ISSUER`]: this.url,
      [`${prefix}_LABEL`]: 'Acme',
      [`${prefix}_CLIENT_ID`]: CLIENT.client_id,
      [`${prefix}_CLIENT_SECRET`]: CLIENT.client_secret,
      [`${prefix}_SCOPES`]: SCOPES,
    };
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #configuration(redirectUris: readonly string[]): Record<string, unknown> {
    return {
      clients: [{ ...CLIENT, redirect_uris: redirectUris }],
      claims: {
        openid: ['sub', 'amr', 'hd'],
        email: ['email', 'email_verified', 'xms_edov'],
        profile: ['name'],
        groups: ['groups', '_claim_names'],
      },
      scopes: SCOPES.split(' '),
      cookies: { keys: ['the key of tests'] },
      features: { devInteractions: { enabled: false } },
      conformIdTokenClaims: !this.#hasWholeTokens,
      pkce: { required: () => true },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_: unknown, accountId: string) => ({ accountId, claims: async () => this.person }),
      loadExistingGrant: async ({ oidc: { provider, client, session } }: ProviderContext) => {
        const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
        grant.addOIDCScope(SCOPES);
        await grant.save();
        return grant;
      },
    };
  }
}
