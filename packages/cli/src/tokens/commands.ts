import type { NewToken } from '../api/shapes.ts';
import { UserError } from '../errors.ts';
import type { Io } from '../io.ts';
import { envLine } from '../output/env-file.ts';
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
export function listTokensCommand(io: Io, options: SignInOptions): Promise<number> {
  return inProject(io, options, async ({ api }, { id }, output) => {
    const data = (await api.tokens(id)).filter((token) => token.revoked_at === null);
    for (const { id: tokenId, scope, hint, name } of data) {
      output.say(`${tokenId}  ${scope.padEnd(14)}  …${hint}  ${name}`);
    }
    if (data.length === 0) output.say('There are no tokens.');
    output.result({ data });
  });
}

/** `stele tokens create`: makes a token and shows its secret, once. @returns the exit code */
export async function createTokenCommand(io: Io, name: string, options: TokenOptions): Promise<number> {
  const scope = scopes[options.scope ?? 'read'];
  if (scope === undefined) throw new UserError(`--scope takes read, draft or admin, not "${options.scope}".`);
  return inProject(io, options, async (session, { id }, output) => {
    const expiry = options.expires !== undefined && { expires_at: options.expires };
    const lines = await linesFor(options, session, id);
    show(await session.api.createToken(id, { name, scope, ...expiry }), lines, output);
  });
}

/** `stele tokens rotate`: gives a token a new secret; the old one ends at once. @returns the exit code */
export function rotateTokenCommand(io: Io, tokenId: string, options: TokenOptions): Promise<number> {
  return inProject(io, options, async (session, { id }, output) => {
    const lines = await linesFor(options, session, id);
    show(await session.api.rotateToken(id, tokenId), lines, output);
  });
}

/** `stele tokens revoke`: ends a token. @returns the exit code */
export function revokeTokenCommand(io: Io, tokenId: string, options: SignInOptions): Promise<number> {
  return inProject(io, options, async ({ api }, { id }, output) => {
    const token = await api.revokeToken(id, tokenId);
    output.result(token);
    output.say(`Revoked ${token.name}. It no longer works.`);
  });
}

/** What `--env` prints besides the secret; null without. Made before there is one: nothing may fail between making a secret and showing it. */
async function linesFor(
  { env }: TokenOptions,
  { api }: PersonalSession,
  projectId: string,
): Promise<readonly string[] | null> {
  if (env !== true) return null;
  const { api_url: url, content_url: content } = await api.instance();
  return [envLine('STELE_URL', url), envLine('STELE_CONTENT_URL', content), envLine('STELE_PROJECT', projectId)];
}

function show(token: NewToken, lines: readonly string[] | null, output: Output): void {
  output.result(token);
  if (!lines) {
    output.note('The secret, shown only once:');
    output.say(token.secret);
    return;
  }
  // The last line of a file that this is appended to may have no end.
  const begin = output.isTerminal ? '' : '\n';
  output.say(`${begin}${[...lines, envLine('STELE_TOKEN', token.secret)].join('\n')}`);
}

async function inProject(
  io: Io,
  options: SignInOptions,
  act: (session: PersonalSession, project: { readonly id: string }, output: Output) => Promise<void>,
): Promise<number> {
  const output = new Output(io, options);
  const session = await signIn(io, options);
  try {
    await act(session, await session.findProject(), output);
  } finally {
    await session.signOut();
  }
  return 0;
}
