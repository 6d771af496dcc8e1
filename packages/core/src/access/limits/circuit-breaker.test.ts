import { expect, test } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.ts';

const lost = () => Promise.reject(new Error('lost'));
const answers = async () => 'answer';

function breaker(pauseMs: number) {
  const seen: string[] = [];
  let isBack = false;
  const probed = new CircuitBreaker(
    {
      probe: async () => {
        seen.push('probe');
        return isBack;
      },
      changed: (isReachable, cause) => seen.push(isReachable ? 'back' : String(cause)),
    },
    pauseMs,
  );
  return { probed, seen, comeBack: () => (isBack = true) };
}

test('a peer that failed once is neither called nor probed during the pause', async () => {
  const { probed, seen } = breaker(3_600_000);
  expect(await probed.call(answers)).toBe('answer');
  expect(await probed.call(lost)).toBeNull();
  for (let again = 0; again < 5; again++) expect(await probed.call(answers)).toBeNull();
  expect([probed.isReachable, seen]).toEqual([false, ['Error: lost']]);
});

test('it is called again once a probe succeeds, and each change is told once', async () => {
  const { probed, seen, comeBack } = breaker(0);
  await Promise.all([probed.call(lost), probed.call(lost)]);
  expect(await probed.call(answers)).toBeNull();
  expect(seen).toEqual(['Error: lost', 'probe']);
  comeBack();
  await expect.poll(() => probed.call(answers)).toBe('answer');
  expect(seen.filter((what) => what !== 'probe')).toEqual(['Error: lost', 'back']);
});

test('who only asks has it probed, too', async () => {
  const { probed, seen } = breaker(0);
  expect(probed.isReachable).toBe(true);
  await expect.poll(() => probed.isReachable).toBe(false);
  expect(seen).toContain('probe');
});
