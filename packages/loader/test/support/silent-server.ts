import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { bundleProgram } from '@stele/testing/bundle-program';

/** A server that never says anything. */
export interface SilentServer {
  readonly url: string;
  /** Whether it's still as silent as it should be. */
  isSilent(): boolean;
  close(): Promise<void>;
}

/** Takes connections, and what comes over them, and never answers. */
export async function startMuteServer(): Promise<SilentServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).resume());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: urlOf(server.address() as AddressInfo),
    isSilent: () => [...sockets].every(({ bytesWritten }) => bytesWritten === 0),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Drops what comes: its process takes no connections, so as soon as the kernel's queue for them is full, no packet of
 * another one is answered.
 */
export async function startDroppingServer(): Promise<SilentServer> {
  const blocked = fork(await bundleProgram(path.join(import.meta.dirname, '..', 'children', 'blocked-server.ts')), {
    execArgv: [],
  });
  const [address] = (await once(blocked, 'message')) as [AddressInfo];
  const fillers = Array.from({ length: 8 }, () => connect(address.port, address.address).on('error', () => undefined));
  await Promise.any(fillers.map((filler) => once(filler, 'connect')));
  return {
    url: urlOf(address),
    isSilent: () => fillers.some((filler) => filler.connecting),
    async close() {
      for (const filler of fillers) filler.destroy();
      const ended = once(blocked, 'exit');
      blocked.kill('SIGKILL');
      await ended;
    },
  };
}

const urlOf = ({ address, port }: AddressInfo): string => `http://${address}:${port}`;
