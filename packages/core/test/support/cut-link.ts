import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectTo, createServer, type Server, type Socket } from 'node:net';

let opened = 0;

/** Passes on what arrives at a port, to a port of the machine on the other side of the link. */
const FORWARDER = `
  const { createServer, connect } = require('node:net');
  const [, host, port] = process.argv;
  createServer((near) => {
    const far = connect(Number(port), host);
    near.pipe(far).pipe(near);
    for (const one of [near, far]) one.on('error', () => [near, far].forEach((socket) => socket.destroy()));
  }).listen(7000, () => console.log('ready'));`;

/**
 * A way to a port of this machine that leads through a network namespace of its own, and can be cut: packets vanish then,
 * without an answer. It needs root on Linux, and iproute2.
 */
export class CutLink {
  readonly host: string;
  readonly port = 7000;
  readonly #name: string;
  readonly #gate: Server;
  readonly #sockets: Set<Socket>;
  readonly #forwarder: ChildProcess;

  private constructor(name: string, host: string, gate: Server, sockets: Set<Socket>, forwarder: ChildProcess) {
    this.#name = name;
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
      makeLink(name, '10.213.255');
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
    const network = `10.${213 + (opened % 40)}.${process.pid % 250}`;
    makeLink(name, network);
    const sockets = new Set<Socket>();
    const gate = createServer((near) => {
      const far = connectTo(target, '127.0.0.1');
      near.pipe(far).pipe(near);
      for (const one of [near, far]) {
        sockets.add(one);
        one.on('error', () => [near, far].map((socket) => socket.destroy())).on('close', () => sockets.delete(one));
      }
    }).listen(0, `${network}.1`);
    await once(gate, 'listening');
    const { port } = gate.address() as { port: number };
    const forwarder = spawn(
      'ip',
      ['netns', 'exec', name, process.execPath, '-e', FORWARDER, `${network}.1`, String(port)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    if (forwarder.stdout) await once(forwarder.stdout, 'data');
    return new CutLink(name, `${network}.2`, gate, sockets, forwarder);
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
  }
}

function linkName(): string {
  return `stele${process.pid % 100_000}x${opened++}`;
}

function makeLink(name: string, network: string): void {
  const ip = (...words: string[]): void => void execFileSync('ip', words, { stdio: 'ignore' });
  ip('netns', 'add', name);
  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'far', 'netns', name);
  ip('addr', 'add', `${network}.1/30`, 'dev', name);
  ip('link', 'set', name, 'up');
  ip('-n', name, 'addr', 'add', `${network}.2/30`, 'dev', 'far');
  ip('-n', name, 'link', 'set', 'far', 'up');
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
    // It wasn't made.
  }
}
