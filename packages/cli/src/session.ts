import type { Client, ProjectClient } from '@stele/client';
import { connect } from './api.ts';
import { type Connection, type ConnectionOptions, findConnection } from './connection.ts';
import { UserError } from './errors.ts';
import { type Identity, identify } from './identity.ts';
import type { Io } from './io.ts';
import type { Output } from './output/output.ts';

export interface SharedOptions extends ConnectionOptions {
  readonly json?: boolean;
}

/** The API, and the project that the token is of, or that a person means. */
export interface Session {
  readonly client: Client;
  /** The routes of the project. */
  readonly api: ProjectClient;
  readonly connection: Connection;
  readonly identity: Identity;
  readonly project: Identity['project'];
}

interface SessionNeeds {
  /** The command's work, when it needs an admin token: `Pushing`. */
  readonly admin?: string;
  readonly retries?: number;
  readonly onWait?: (seconds: number, limit: string) => void;
}

/**
 * Finds the API and asks who the token is: a project's, or a person's who signed in.
 *
 * @throws UserError when the connection isn't given, the token is of another project than the one that is meant, or its
 *   scope isn't enough; ApiError when the API refuses the token
 */
export async function openSession(
  io: Io,
  options: SharedOptions,
  output: Output,
  needs: SessionNeeds = {},
): Promise<Session> {
  const connection = await findConnection(io, options);
  const onWait = needs.onWait ?? ((seconds, limit) => output.note(`Waiting ${seconds} s: ${limit}`));
  const client = connect(io, connection, {
    onWait,
    onLost: ({ message }) => output.note(`${message} Trying again.`),
    ...(needs.retries !== undefined && { retries: needs.retries }),
  });
  const identity = await identify(client, connection, options.project);
  const { project, scope } = identity;
  if (needs.admin !== undefined && scope !== null && scope !== 'admin') {
    throw new UserError(`The token's scope is ${scope}. ${needs.admin} needs an admin token.`);
  }
  return { client, api: client.project(project.id), connection, identity, project };
}
