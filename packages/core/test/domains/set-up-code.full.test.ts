// @module-tag full
import { codeOf } from '@stele/testing/api-client';
import { afterEach, describe, expect, it } from 'vitest';
import { prepareSetup } from '../../src/domains/instance/instance.store.ts';
import { PASSWORD, startTestApp, type TestApp, TestClock } from '../support/test-app.ts';

let app: TestApp;
const clock = new TestClock(Date.now());
afterEach(() => app.close());

const setUp = (code: string) =>
  app.api.post('/instance/setup', { code, name: 'Ada', email: 'ada@example.org', password: PASSWORD });

async function newInstance(chosen?: string): Promise<string> {
  app = await startTestApp({ clock });
  return (await prepareSetup(app.database.pool, { secret: 'secret', chosen })) ?? '';
}

describe('the set-up code', () => {
  const spellings: [string, (code: string) => string][] = [
    ['in lower case', (code) => code.toLowerCase()],
    ['without dashes', (code) => code.replaceAll('-', '')],
    ['with spaces for dashes, in lower case', (code) => ` ${code.replaceAll('-', ' ').toLowerCase()} `],
    ['with other dashes', (code) => code.replaceAll('-', '–')],
  ];
  for (const [how, spell] of spellings) {
    it(`is taken ${how}`, async () => {
      const code = await newInstance();
      expect((await setUp(spell(code))).status).toBe(201);
    });
  }

  it('that an operator chose is taken as it is', async () => {
    await newInstance('my-Own-secret-code');
    expect(codeOf(await setUp('MY-OWN-SECRET-CODE'))).toEqual([403, 'auth.invalid_setup_code']);
    expect((await setUp('my-Own-secret-code')).status).toBe(201);
  });

  it('may be guessed ten times a minute, also at once and through tRPC', async () => {
    const code = await newInstance();
    const guesses = await Promise.all(Array.from({ length: 25 }, (_, n) => setUp(`AAAA-BBBB-${1000 + n}`)));
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    const refused = await setUp(code);
    expect([...codeOf(refused), refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', '60']);
    const viaTrpc = await fetch(`${app.url}/trpc/instance.setUp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, name: 'Ada', email: 'ada@example.org', password: PASSWORD }),
    });
    expect(viaTrpc.status).toBe(429);
    clock.advance(60_000);
    expect((await setUp(code)).status).toBe(201);
  });
});
