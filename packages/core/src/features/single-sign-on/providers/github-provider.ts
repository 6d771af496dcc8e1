import * as oidc from 'openid-client';
import { z } from 'zod';
import type { ProvenPerson, Provider, SignInFlow } from '../../../access/providers/provider.ts';
import type { ProviderSettings } from '../../../access/providers/provider-settings.ts';
import { newFlow } from './oidc-provider.ts';
import { asProviderError } from './provider-failure.ts';

const PAGE = 100;
/** People in more teams keep the roles that they have. */
const MOST_PAGES = 10;

const userSchema = z.object({ id: z.int(), login: z.string(), name: z.string().nullish() });
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));
const teamsSchema = z.array(z.object({ slug: z.string(), organization: z.object({ login: z.string() }) }));

/**
 * GitHub, or a GitHub server of one's own, which speak OAuth without ID tokens: who someone is comes from their API. With the
 * scope `read:org`, teams are groups, as `organisation/team`.
 */
export class GithubProvider implements Provider {
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly #scopes: string;
  readonly #api: string;
  readonly #config: oidc.Configuration;

  constructor(settings: ProviderSettings, fetch: oidc.CustomFetch) {
    const { id, name, issuer, clientId, clientSecret, scopes } = settings;
    this.id = id;
    this.name = name;
    this.issuer = issuer;
    this.#scopes = scopes;
    this.#api = issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`;
    this.#config = new oidc.Configuration(
      {
        // The `iss` that GitHub sends, below its own URL.
        issuer: `${issuer}/login/oauth`,
        authorization_endpoint: `${issuer}/login/oauth/authorize`,
        token_endpoint: `${issuer}/login/oauth/access_token`,
      },
      clientId,
      clientSecret,
    );
    this.#config[oidc.customFetch] = fetch;
    if (issuer.startsWith('http:')) oidc.allowInsecureRequests(this.#config);
  }

  async begin(redirectUri: string): Promise<{ url: URL; flow: SignInFlow }> {
    const { flow, parameters } = await newFlow(redirectUri, this.#scopes);
    return { url: oidc.buildAuthorizationUrl(this.#config, parameters), flow };
  }

  async finish(answered: URL, flow: SignInFlow): Promise<ProvenPerson> {
    try {
      const tokens = await oidc.authorizationCodeGrant(this.#config, answered, {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
      });
      const read = async <Body>(path: string, schema: z.ZodType<Body>): Promise<Body> => {
        const url = new URL(`${this.#api}${path}`);
        const headers = new Headers({ accept: 'application/vnd.github+json' });
        const answer = await oidc.fetchProtectedResource(this.#config, tokens.access_token, url, 'GET', null, headers);
        return schema.parse(await answer.json());
      };
      const user = await read('/user', userSchema);
      const emails = await read(`/user/emails?per_page=${PAGE}`, emailsSchema);
      const address = emails.find(({ primary }) => primary);
      const hasTeams = this.#scopes.split(/[\s,]+/).includes('read:org');
      return {
        subject: String(user.id),
        email: address?.email ?? null,
        emailVerified: address?.verified ?? false,
        names: [user.name ?? '', user.login],
        groups: hasTeams
          ? await readTeams((page) => read(`/user/teams?per_page=${PAGE}&page=${page}`, teamsSchema))
          : null,
        // GitHub doesn't say how someone signed in.
        hasFactor: false,
      };
    } catch (error) {
      throw asProviderError(error);
    }
  }
}

/** The teams that someone is in; null when there are too many. */
async function readTeams(read: (page: number) => Promise<z.infer<typeof teamsSchema>>): Promise<string[] | null> {
  const teams: string[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const found = await read(page);
    teams.push(...found.map(({ slug, organization }) => `${organization.login}/${slug}`));
    if (found.length < PAGE) return teams;
  }
  return null;
}
