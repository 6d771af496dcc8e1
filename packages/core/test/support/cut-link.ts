import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectTo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

let opened = 0;

/** Passes on what arrives at a port, to a socket in the file system, which all networks of the machine share. */
const FORWARDER = `
  const { createServer, connect } = require('node:net');
  createServer((near) => {
    const far = connect(process.argv[1]);
    near.pipe(far).pipe(near);
    for (const one of [near, far]) one.on('error', () => [near, far].forEach((socket) => socket.destroy()));
  }).listen(7000, () => console.log('ready'));`;

/**
 * A way to a port of this machine that leads through a network namespace of its own, and can be cut: packets vanish then,
 * without an answer. It needs root on Linux, iproute2, and a network that the machine is in.
 *
 * This side of the link has no address of its own: a new one would make each browser on the machine give up the requests that
 * it is about to send (`net::ERR_NETWORK_CHANGED`).
 */
export class CutLink {
  readonly host: string;
  readonly port = 7000;
  readonly #name: string;
  readonly #gate: Server;
  readonly #sockets: Set<Socket>;
  readonly #forwarder: ChildProcess;
  readonly #folder: string;

  private constructor(
    name: string,
    folder: string,
    host: string,
    gate: Server,
    sockets: Set<Socket>,
    forwarder: ChildProcess,
  ) {
    this.#name = name;
    this.#folder = folder;
    this.host = host;
    this.#gate = gate;
    this.#sockets = sockets;
    this.#forwarder = forwarder;
  }

  /** Whether this machine lets tests make network namespaces and drop packets. */
  static isPossible(): boolean {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
    const name = linkName();
    try {
      makeLink(name, '10.213.255.2');
      drop(name);
      return true;
    } catch {
      return false;
    } finally {
      removeLink(name);
    }
  }

  /** @param target a port of 127.0.0.1 */
  static async open(target: number): Promise<CutLink> {
    const name = linkName();
    // Of its own for each link: the one before may take a while to go.
    const host = `10.${213 + (opened % 40)}.${process.pid % 250}.2`;
    makeLink(name, host);
    const folder = mkdtempSync(path.join(tmpdir(), 'stele-link-'));
    const sockets = new Set<Socket>();
    const gate = createServer((near) => {
      const far = connectTo(target, '127.0.0.1');
      near.pipe(far).pipe(near);
      for (const one of [near, far]) {
        sockets.add(one);
        one.on('error', () => [near, far].map((socket) => socket.destroy())).on('close', () => sockets.delete(one));
      }
    }).listen(path.join(folder, 'gate'));
    await once(gate, 'listening');
    const forwarder = spawn(
      'ip',
      ['netns', 'exec', name, process.execPath, '-e', FORWARDER, path.join(folder, 'gate')],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    if (forwarder.stdout) await once(forwarder.stdout, 'data');
    return new CutLink(name, folder, host, gate, sockets, forwarder);
  }

  /** From now on packets to the other side vanish. */
  cut(): void {
    drop(this.#name);
  }

  /** Packets arrive again. */
  join(): void {
    execFileSync('tc', ['qdisc', 'del', 'dev', this.#name, 'root']);
  }

  async close(): Promise<void> {
    this.#forwarder.kill('SIGKILL');
    for (const socket of this.#sockets) socket.destroy();
    this.#gate.close();
    removeLink(this.#name);
    await once(this.#gate, 'close');
    rmSync(this.#folder, { recursive: true });
  }
}

function linkName(): string {
  return `stele${process.pid % 100_000}x${opened++}`;
}

function makeLink(name: string, host: string): void {
  const ip = (...words: string[]): string =>
    execFileSync('ip', words, { stdio: ['ignore', 'pipe', 'ignore'] }).toString();
  ip('netns', 'add', name);
  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'far', 'netns', name);
  ip('link', 'set', name, 'addrgenmode', 'none');
  ip('link', 'set', name, 'up');
  ip('route', 'add', host, 'dev', name);
  ip('-n', name, 'addr', 'add', `${host}/32`, 'dev', 'far');
  ip('-n', name, 'link', 'set', 'far', 'up');
  ip('-n', name, 'route', 'add', 'default', 'dev', 'far');
  if (!ip('route', 'get', host).includes(' src ')) throw new Error('The machine is in no network.');
}

/** A token bucket that is smaller than any packet lets none pass. */
function drop(name: string): void {
  const bucket = ['tbf', 'rate', '1kbit', 'burst', '10', 'latency', '1ms'];
  execFileSync('tc', ['qdisc', 'add', 'dev', name, 'root', ...bucket], { stdio: 'ignore' });
}

function removeLink(name: string): void {
  try {
    execFileSync('ip', ['netns', 'del', name], { stdio: 'ignore' });
  } catch {
    // The namespace wasn't made.
  }
}
