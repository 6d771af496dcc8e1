import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { parseEnv } from 'node:util';
import type { Io } from '../io.ts';
import { readTextIfThere, writeFileAtomically } from '../write-file.ts';
import { ignoreEnv } from './ignore-env.ts';

/** The variable with the secret by which editors see drafts on the website. */
const PREVIEW_SECRET = 'STELE_PREVIEW_SECRET';

/** The secret in a site's environment or .env files; null for none. */
export async function previewSecret(io: Io, folder: string): Promise<string | null> {
  if (io.env[PREVIEW_SECRET]) return io.env[PREVIEW_SECRET];
  for (const name of ['.env.local', '.env']) {
    const secret = parseEnv((await readTextIfThere(io, path.join(folder, name))) ?? '')[PREVIEW_SECRET];
    if (secret) return secret;
  }
  return null;
}

/**
 * Writes a new secret for the route that opens drafts into a site's .env, unless it has one, and an empty place for it into
 * .env.example.
 *
 * @returns the names of the files that were written
 */
export async function writePreviewSecret(io: Io, folder: string): Promise<readonly string[]> {
  const read = async (name: string): Promise<string> => (await readTextIfThere(io, path.join(folder, name))) ?? '';
  if ((await previewSecret(io, folder)) !== null) return [];
  const isIgnored = await ignoreEnv(io, path.join(folder, '.gitignore'));
  const example = await read('.env.example');
  const isListed = example === '' || PREVIEW_SECRET in parseEnv(example);
  const secret = randomBytes(24).toString('base64url');
  await writeFileAtomically(io, path.join(folder, '.env'), withSecret(await read('.env'), secret), { file: 0o600 });
  if (!isListed) await writeFileAtomically(io, path.join(folder, '.env.example'), withSecret(example, ''));
  return ['.env', ...(isListed ? [] : ['.env.example']), ...(isIgnored ? ['.gitignore'] : [])];
}

function withSecret(text: string, secret: string): string {
  const rest = text.replace(new RegExp(`^[ \\t]*(?:export[ \\t]+)?${PREVIEW_SECRET}[ \\t]*=.*\\n?`, 'm'), '');
  const token = 'STELE_DRAFT_TOKEN' in parseEnv(rest) ? '' : 'STELE_DRAFT_TOKEN=\n';
  return `${rest}${rest === '' || rest.endsWith('\n') ? '' : '\n'}# /api/draft?secret=… shows drafts. On a server, that needs a token of scope read_draft too; "stele dev" has one.
${PREVIEW_SECRET}=${secret}
${token}`;
}
