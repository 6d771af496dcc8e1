import { credentialsFile, removeLogin } from '../credentials.ts';
import { Output } from '../output/output.ts';

/** `stele logout`: forgets the stored login. The token itself stays valid. @returns the exit code */
export async function logoutCommand(options: { readonly json?: boolean }, env: NodeJS.ProcessEnv): Promise<number> {
  const output = new Output(options);
  const removed = await removeLogin(env);
  const file = credentialsFile(env);
  output.result({ removed, file });
  output.say(
    removed ? `Logged out: ${file} is gone. The token itself stays valid until it's revoked.` : 'There was no login.',
  );
  return 0;
}
