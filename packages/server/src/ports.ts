import { createServer } from 'node:net';

/** A port that is to be listened on, and the setting that says so. */
export interface WantedPort {
  readonly variable: string;
  readonly port: number;
}

/**
 * Reads a port from the environment.
 *
 * @throws Error naming the variable when its value isn't a port
 */
export function readPort(env: NodeJS.ProcessEnv, variable: string, otherwise: number): number {
  const given = env[variable];
  if (!given) return otherwise;
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`${variable} is ${given}, which is not a port: give a number from 1 to 65535.`);
  }
  return port;
}

/** @throws Error with a sentence that names the first port that can't be had, and the variable to change */
export async function requireFreePorts(wanted: readonly WantedPort[], host: string): Promise<void> {
  for (const [index, { variable, port }] of wanted.entries()) {
    const twin = wanted.slice(0, index).find((other) => other.port === port);
    if (twin) throw new Error(`${twin.variable} and ${variable} are both ${port}: give each its own.`);
    const problem = await tryToListen(port, host);
    if (problem === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} on ${host} is taken by another program. Stop it, or set ${variable} to a free port.`,
      );
    }
    if (problem) throw new Error(`${variable}: port ${port} on ${host} can't be listened on (${problem}).`);
  }
}

/** @returns the code of the error; undefined when the port is free */
function tryToListen(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
