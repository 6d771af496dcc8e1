import type { NewToken } from '../api/shapes.ts';
import { UserError } from '../errors.ts';
import { Output } from '../output/output.ts';
import { type PersonalSession, type SignInOptions, signIn } from '../person/sign-in.ts';

const scopes: Readonly<Record<string, string>> = { read: 'read_published', draft: 'read_draft', admin: 'admin' };

/** Options of `stele tokens create` and `rotate`. */
export interface TokenOptions extends SignInOptions {
  readonly scope?: string;
  /** An ISO time. */
  readonly expires?: string;
  /** Prints the lines of a site's .env. */
  readonly env?: boolean;
}

/** `stele tokens list`: the project's tokens that still work. @returns the exit code */
export function listTokensCommand(options: SignInOptions, env: NodeJS.ProcessEnv): Promise<number> {
  return inProject(options, env, async ({ api }, { id }, output) => {
    const data = (await api.tokens(id)).filter((token) => token.revoked_at === null);
    for (const { id: tokenId, scope, hint, name } of data) {
      output.say(`${tokenId}  ${scope.padEnd(14)}  …${hint}  ${name}`);
    }
    if (data.length === 0) output.say('There are no tokens.');
    output.result({ data });
  });
}

/** `stele tokens create`: makes a token and shows its secret, once. @returns the exit code */
export async function createTokenCommand(name: string, options: TokenOptions, env: NodeJS.ProcessEnv): Promise<number> {
  const scope = scopes[options.scope ?? 'read'];
  if (scope === undefined) throw new UserError(`--scope takes read, draft or admin, not "${options.scope}".`);
  return inProject(options, env, async (session, { id }, output) => {
    const expiry = options.expires !== undefined && { expires_at: options.expires };
    const addresses = await addressesFor(options, session);
    show(await session.api.createToken(id, { name, scope, ...expiry }), { projectId: id, output, addresses });
  });
}

/** `stele tokens rotate`: gives a token a new secret; the old one ends at once. @returns the exit code */
export function rotateTokenCommand(tokenId: string, options: TokenOptions, env: NodeJS.ProcessEnv): Promise<number> {
  return inProject(options, env, async (session, { id }, output) => {
    const addresses = await addressesFor(options, session);
    show(await session.api.rotateToken(id, tokenId), { projectId: id, output, addresses });
  });
}

/** `stele tokens revoke`: ends a token. @returns the exit code */
export function revokeTokenCommand(tokenId: string, options: SignInOptions, env: NodeJS.ProcessEnv): Promise<number> {
  return inProject(options, env, async ({ api }, { id }, output) => {
    const token = await api.revokeToken(id, tokenId);
    output.result(token);
    output.say(`Revoked ${token.name}. It no longer works.`);
  });
}

type Addresses = Awaited<ReturnType<PersonalSession['api']['instance']>>;

interface Showing {
  readonly projectId: string;
  readonly output: Output;
  /** For the lines of a site's .env; null to show the secret alone. */
  readonly addresses: Addresses | null;
}

/** What `--env` prints besides the secret. Read before there is one: nothing may fail between making a secret and showing it. */
async function addressesFor({ env }: TokenOptions, { api }: PersonalSession): Promise<Addresses | null> {
  return env === true ? api.instance() : null;
}

function show(token: NewToken, { projectId, output, addresses }: Showing): void {
  output.result(token);
  if (!addresses) {
    output.note('The secret, shown only once:');
    output.say(token.secret);
    return;
  }
  const { api_url: url, content_url: content } = addresses;
  // The last line of a file that this is appended to may have no end.
  const begin = output.isTerminal ? '' : '\n';
  output.say(
    `${begin}STELE_URL=${url}\nSTELE_CONTENT_URL=${content}\nSTELE_PROJECT=${projectId}\nSTELE_TOKEN=${token.secret}`,
  );
}

async function inProject(
  options: SignInOptions,
  env: NodeJS.ProcessEnv,
  act: (session: PersonalSession, project: { readonly id: string }, output: Output) => Promise<void>,
): Promise<number> {
  const output = new Output(options);
  const session = await signIn(options, env);
  try {
    await act(session, await session.findProject(), output);
  } finally {
    await session.signOut();
  }
  return 0;
}
