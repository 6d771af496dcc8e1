import type { Client, NewToken, ProjectClient, Token } from '@stele/client';
import { UserError } from '../errors.ts';
import type { Io } from '../io.ts';
import { envLine } from '../output/env-file.ts';
import { asPerson, type SignInOptions } from '../person/sign-in.ts';

/** Scopes by their names in the API, and by the short ones of earlier versions. */
const scopes: Readonly<Record<string, Token['scope']>> = {
  read_published: 'read_published',
  read_draft: 'read_draft',
  admin: 'admin',
  read: 'read_published',
  draft: 'read_draft',
};

export interface TokenOptions extends SignInOptions {
  readonly scope?: string;
  /** An ISO time. */
  readonly expires?: string;
  /** Prints the lines of a site's .env. */
  readonly env?: boolean;
}

/** `stele tokens list`: the project's tokens that still work. */
export function listTokensCommand(io: Io, options: SignInOptions): Promise<number> {
  return asPerson(io, options, async (session, output) => {
    const { api } = await session.openProject();
    const data = (await api.get('/tokens')).data.filter((token) => token.revoked_at === null);
    for (const { id, scope, hint, name } of data) output.say(`${id}  ${scope.padEnd(14)}  …${hint}  ${name}`);
    if (data.length === 0) output.say('There are no tokens.');
    output.result({ data });
  });
}

/** `stele tokens create`: makes a token and shows its secret, once. */
export async function createTokenCommand(io: Io, name: string, options: TokenOptions): Promise<number> {
  const scope = scopes[options.scope ?? 'read_published'];
  if (scope === undefined)
    throw new UserError(`--scope takes read_published, read_draft or admin, not "${options.scope}".`);
  const expiry = options.expires !== undefined && { expires_at: options.expires };
  return showSecret(io, options, (api) => api.post('/tokens', { body: { name, scope, ...expiry } }));
}

/** `stele tokens rotate`: gives a token a new secret; the old one ends at once. */
export function rotateTokenCommand(io: Io, tokenId: string, options: TokenOptions): Promise<number> {
  const params = { path: { tokenId } };
  return showSecret(io, options, (api) => api.post('/tokens/{tokenId}/rotate', { params }));
}

/** `stele tokens revoke`: ends a token. */
export function revokeTokenCommand(io: Io, tokenId: string, options: SignInOptions): Promise<number> {
  return asPerson(io, options, async (session, output) => {
    const { api } = await session.openProject();
    const token = await api.delete('/tokens/{tokenId}', { params: { path: { tokenId } } });
    output.result(token);
    output.say(`Revoked ${token.name}. It no longer works.`);
  });
}

/** Has a secret made, and shows it: with `--env` as lines of a site's .env. */
function showSecret(io: Io, options: TokenOptions, make: (api: ProjectClient) => Promise<NewToken>): Promise<number> {
  return asPerson(io, options, async (session, output) => {
    const { api, id } = await session.openProject();
    // Nothing may fail between making a secret and showing it.
    const lines = options.env ? await addressLines(session.client, id) : null;
    const token = await make(api);
    output.result(token);
    if (!lines) {
      output.note('The secret, shown only once:');
      output.say(token.secret);
      return;
    }
    // The last line of a file that this is appended to may have no end.
    const begin = output.isTerminal ? '' : '\n';
    output.say(`${begin}${[...lines, envLine('STELE_TOKEN', token.secret)].join('\n')}`);
  });
}

async function addressLines(client: Client, projectId: string): Promise<readonly string[]> {
  const { api_url: url, content_url: content } = await client.get('/instance');
  return [envLine('STELE_URL', url), envLine('STELE_CONTENT_URL', content), envLine('STELE_PROJECT', projectId)];
}
