import { createServer } from 'node:net';

/** A port that is to be listened on, and the setting that says so. */
export interface WantedPort {
  readonly variable: string;
  readonly port: number;
}

/** Why an instance can't have a port: no number is one, two parts want the same, another program has it, or the system refuses it. */
export type PortProblem = 'port_invalid' | 'port_twice' | 'port_taken' | 'port_refused';

/** A port that an instance can't have. Its message names the variable to change. */
export class PortError extends Error {
  override readonly name = 'PortError';
  readonly code: PortProblem;
  readonly port: number;

  constructor(code: PortProblem, port: number, message: string) {
    super(message);
    this.code = code;
    this.port = port;
  }
}

/**
 * Reads a port from the environment.
 *
 * @throws PortError when its value isn't a port
 */
export function readPort(env: NodeJS.ProcessEnv, variable: string, otherwise: number): number {
  const given = env[variable];
  if (!given) return otherwise;
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    const message = `${variable} is ${given}, which is not a port: give a number from 1 to 65535.`;
    throw new PortError('port_invalid', port, message);
  }
  return port;
}

/** @throws PortError of the first port that can't be had */
export async function requireFreePorts(wanted: readonly WantedPort[], host: string): Promise<void> {
  for (const [index, { variable, port }] of wanted.entries()) {
    const twin = wanted.slice(0, index).find((other) => other.port === port);
    if (twin) {
      throw new PortError('port_twice', port, `${twin.variable} and ${variable} are both ${port}: give each its own.`);
    }
    const problem = await tryToListen(port, host);
    if (problem === 'EADDRINUSE') {
      const message = `Port ${port} on ${host} is taken by another program, perhaps by another Stele. Stop it, or set ${variable} to a free port.`;
      throw new PortError('port_taken', port, message);
    }
    if (problem) {
      const message = `${variable}: port ${port} on ${host} can't be listened on (${problem}).`;
      throw new PortError('port_refused', port, message);
    }
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
