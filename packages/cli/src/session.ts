import { Api } from './api/api.ts';
import type { TokenIdentity } from './api/shapes.ts';
import { Transport } from './api/transport.ts';
import { type Connection, type ConnectionOptions, findConnection } from './connection.ts';
import { type OutOfReach, UserError } from './errors.ts';
import { type Identity, identify } from './identity.ts';
import type { Io } from './io.ts';
import type { Output } from './output/output.ts';

/** Options of all commands that talk to the API. */
export interface SharedOptions extends ConnectionOptions {
  /** Id or short name of the project that a token must be of, or that a person means. */
  readonly project?: string;
  readonly json?: boolean;
}

/** The API, and the project that the token is of, or that a person means. */
export interface Session {
  readonly api: Api;
  readonly connection: Connection;
  readonly identity: Identity;
  readonly project: TokenIdentity['project'];
}

/** What a command needs of its session. */
export interface SessionNeeds {
  /** What the command does, when it needs an admin token: `Pushing`. */
  readonly admin?: string;
  readonly retries?: number;
  readonly onWait?: (seconds: number, limit: string) => void;
}

/**
 * Finds the API and asks who the token is: a project's, or a person's who signed in.
 *
 * @throws UserError when the connection isn't given, the token is of another project than the one that is meant, or its
 *   scope isn't enough; ApiFailure when the API refuses the token
 */
export async function openSession(
  io: Io,
  options: SharedOptions,
  output: Output,
  needs: SessionNeeds = {},
): Promise<Session> {
  const connection = await findConnection(io, options);
  const onWait = needs.onWait ?? ((seconds, limit) => output.note(`Waiting ${seconds} s: ${limit}`));
  const onLost = ({ message }: OutOfReach): void => output.note(`${message} Trying again.`);
  const patience = { onWait, onLost, ...(needs.retries !== undefined && { retries: needs.retries }) };
  const api = new Api(new Transport(io, connection, patience));
  const identity = await identify(api, connection, options.project);
  const { project, scope } = identity;
  if (needs.admin !== undefined && scope !== null && scope !== 'admin') {
    throw new UserError(`The token's scope is ${scope}. ${needs.admin} needs an admin token.`);
  }
  return { api, connection, identity, project };
}
