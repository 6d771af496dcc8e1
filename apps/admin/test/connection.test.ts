import { beforeEach, describe, expect, it } from 'vitest';
import { Connection } from '../src/api/connection.ts';

let now = 0;
let timers: { at: number; run: () => void }[] = [];
let isOnline = true;
let tries: number[] = [];
let connection: Connection;

/** Lets time pass, and runs what is due in its order. */
function pass(ms: number): void {
  const end = now + ms;
  for (;;) {
    const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
    if (!next) break;
    timers = timers.filter((one) => one !== next);
    now = next.at;
    next.run();
  }
  now = end;
}

beforeEach(() => {
  now = 0;
  timers = [];
  isOnline = true;
  tries = [];
  connection = new Connection({
    setTimer: (run, ms) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return timer;
    },
    clearTimer: (timer) => {
      timers = timers.filter((one) => one !== timer);
    },
    isOnline: () => isOnline,
  });
  connection.again = () => void tries.push(now);
});

const kind = () => connection.getTrouble()?.kind ?? null;

describe('the connection to the server', () => {
  it('distinguishes offline, unreachable, silent and failing', () => {
    connection.begin({ isRead: true })('lost');
    expect(kind()).toBe('unreached');
    isOnline = false;
    connection.hearNetwork();
    expect(kind()).toBe('offline');
    connection.begin({ isRead: true })('unavailable');
    expect(kind()).toBe('silent');
    connection.begin({ isRead: true })('answered');
    expect(kind()).toBe(null);
    connection.setFault({ requestId: 'one' });
    expect(connection.getTrouble()).toEqual({ kind: 'failed', requestId: 'one' });
    connection.setFault(null);
    expect(kind()).toBe(null);
  });

  it('stays offline when a request that began before the network was lost is answered, until there is one again', () => {
    const begin = () => connection.begin({ isRead: true });
    const [first, second, third] = [begin(), begin(), begin()];
    isOnline = false;
    connection.hearNetwork();
    first('answered');
    expect(kind()).toBe('offline');
    second('unavailable');
    expect(kind()).toBe('offline');
    isOnline = true;
    connection.hearNetwork();
    third('answered');
    expect(kind()).toBe(null);
    isOnline = false;
    connection.hearNetwork();
    // Requests to this computer get through without a network, too.
    connection.begin({ isRead: true })('answered');
    expect(kind()).toBe(null);
  });

  it('is silent while a read has no answer for five seconds; changes may take longer, and what is aborted says nothing', () => {
    const endRead = connection.begin({ isRead: true });
    connection.begin({ isRead: false });
    connection.begin({ isRead: true })('aborted');
    pass(4_999);
    expect(kind()).toBe(null);
    pass(1);
    expect(kind()).toBe('silent');
    connection.begin({ isRead: true })('answered');
    expect(kind()).toBe('silent');
    endRead('answered');
    expect(kind()).toBe(null);
  });

  it('is tried again after pauses that grow up to a minute, until answers come', () => {
    connection.begin({ isRead: true })('lost');
    pass(200_000);
    expect(tries).toEqual([2_000, 6_000, 14_000, 30_000, 62_000, 122_000, 182_000]);
    tries = [];
    connection.begin({ isRead: true })('answered');
    // Failed reads are repeated once as soon as answers come, and then no longer.
    expect(tries).toEqual([200_000]);
    pass(200_000);
    expect(tries).toHaveLength(1);
    connection.begin({ isRead: true })('lost');
    pass(2_000);
    expect(tries).toHaveLength(2);
  });

  it('tries again at once when asked, and when the browser has a network again; what was late is given up', () => {
    connection.begin({ isRead: true });
    pass(5_000);
    connection.retry();
    expect(tries).toEqual([5_000]);
    expect(kind()).toBe('silent');
    connection.begin({ isRead: true })('answered');
    expect(kind()).toBe(null);
    isOnline = false;
    connection.hearNetwork();
    tries = [];
    isOnline = true;
    connection.hearNetwork();
    expect(tries).toEqual([5_000]);
  });

  it('notifies listeners of changes only', () => {
    let calls = 0;
    connection.subscribe(() => {
      calls += 1;
    });
    connection.begin({ isRead: true })('answered');
    connection.begin({ isRead: true })('lost');
    const trouble = connection.getTrouble();
    connection.begin({ isRead: true })('lost');
    expect([calls, connection.getTrouble()]).toEqual([1, trouble]);
    connection.begin({ isRead: true })('answered');
    expect(calls).toBe(2);
  });
});
