import pg from 'pg';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { GRANTS } from '../../access/permissions.ts';
import { Presences } from '../presence/presences.ts';
import { EventHub } from './event-hub.ts';

it('refuses a stream that is too much for the process until another one ends', async () => {
  // Nothing listens there: the streams stay open while the database is out of reach.
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1 });
  const [clock, log] = [{ now: () => new Date(0) }, pino({ level: 'silent' })];
  const presences = new Presences({ pool: null, clock, log });
  const rules = { webhookKinds: [], streamedKinds: [], typesByAction: {}, nouns: {} };
  const hub = new EventHub({ pool, clock, log, grants: GRANTS, presences, rules });
  const reader = (n: number) => {
    return { projectId: `${n % 20}`, credential: `${n}`, personId: `${n}`, reads: 'all', after: null } as never;
  };
  const open = Array.from({ length: 2_000 }, (_, n) => hub.stream(reader(n))[Symbol.asyncIterator]());
  const refused = { errorCode: 'unavailable', headers: { 'retry-after': '10' } };
  const ask = () => hub.assertBelowLimits({ ...(reader(0) as object), projectId: 'new' } as never);
  expect(ask).toThrow(expect.objectContaining(refused));
  await open[0]?.return?.();
  expect(ask).not.toThrow();
  for (const one of open) await one.return?.();
  expect(hub.size).toBe(0);
});
