import { UserError } from '../errors.ts';
import type { Io } from '../io.ts';
import { Output } from '../output/output.ts';
import { openSession, type SharedOptions } from '../session.ts';

/** `stele tokens me`: shows the token's name, scope and project. */
export async function tokensMeCommand(io: Io, options: SharedOptions): Promise<number> {
  const output = new Output(io, options);
  const { client, connection } = await openSession(io, options, output);
  if (connection.person) {
    throw new UserError(
      `You are signed in as ${connection.person.email}; that isn't a project token. Give one by STELE_TOKEN.`,
    );
  }
  const identity = await client.get('/tokens/me');
  output.result({ ...identity, url: connection.url });
  const { name, scope, project, created_at: created, expires_at: expires, last_used_at: used } = identity;
  const rows = [
    ['Token', name],
    ['Scope', scope],
    ['Project', `${project.name} (${project.id})`],
    [
      'Locales',
      project.locales.map((code) => (code === project.default_locale ? `${code} (default)` : code)).join(', '),
    ],
    ['API', connection.url],
    ['Created', created],
    ['Expires', expires ?? 'never'],
    ['Last used', used ?? 'never before'],
  ] as const;
  output.say(rows.map(([label, value]) => `${label.padEnd(10)} ${value}`).join('\n'));
  return 0;
}
