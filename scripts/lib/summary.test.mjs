import { expect, test } from 'vitest';
import {
  countAll,
  describeFailures,
  describeOutcome,
  describeOutput,
  describeSlowest,
  describeTime,
} from './summary.mjs';

const outcome = (changes) => ({
  name: 'packages/core',
  passed: 2,
  failed: 0,
  skipped: 0,
  tests: [],
  failures: [],
  seconds: 61,
  processorSeconds: 80.4,
  ...changes,
});

test('an outcome is one line with its counts, times and reason', () => {
  expect(describeOutcome(outcome({}))).toMatch(/^ok {3}packages\/core +2 passed {2}\(61 s, 80 s of processor\)$/);
  expect(describeOutcome(outcome({ failed: 1, skipped: 3, processorSeconds: null, reason: 'killed' }))).toMatch(
    /^FAIL packages\/core +2 passed, 1 failed, 3 skipped {2}\(61 s\) {2}killed$/,
  );
  expect(describeOutcome(outcome({ passed: 0, skipped: 1 }))).toMatch(/^-- /);
});

test('the end of an output is shown, without the tests that passed', () => {
  const passes = ['   \u001b[32m✓\u001b[39m adds  12ms', ' ✓ x.test.ts (2 tests) 12ms'];
  expect(describeOutput(['first', ...passes, ' × subtracts', 'why'].join('\n'))).toBe('first\n × subtracts\nwhy');
  const lines = Array.from({ length: 5000 }, (_, at) => `line ${at}`);
  expect(describeOutput(lines.join('\n'))).toBe(lines.slice(-1000).join('\n'));
});

test('times and counts are those of all outcomes', () => {
  const outcomes = [outcome({}), outcome({ passed: 1, failed: 1, processorSeconds: 40 })];
  expect(describeTime(outcomes, 62.4, 30)).toBe('1 min 2 s in all, 2 min 30 s of processor');
  expect(countAll(outcomes)).toEqual({ passed: 3, failed: 1, skipped: 0 });
});

test('the slowest tests are listed with their files, fifty of them', () => {
  const tests = Array.from({ length: 60 }, (_, at) => ({ name: `test ${at}`, file: '/repo/x.test.ts', seconds: at }));
  const lines = describeSlowest([outcome({ tests })], '/repo').split('\n');
  expect(lines).toHaveLength(50);
  expect(lines[0]).toBe('  59.0 s  x.test.ts: test 59');
});

test('what failed is listed with its file and why', () => {
  const failures = [{ name: 'adds', file: '/repo/x.test.ts', why: 'expected 1 to be 2' }];
  expect(describeFailures([outcome({}), outcome({ failures })], '/repo')).toBe(
    'FAIL x.test.ts: adds\n     expected 1 to be 2',
  );
});
