import { expect, test } from 'vitest';
import { readReport } from './vitest-report.mjs';

const PASSED = {
  status: 'passed',
  assertionResults: [{ status: 'passed' }, { status: 'passed' }, { status: 'pending' }],
};
/** A report with two tests that passed, one that was skipped, and the given ones. */
const report = ({ testResults = [] } = {}) => JSON.stringify({ testResults: [PASSED, ...testResults] });

test('passed, failed and skipped tests are counted', () => {
  expect(readReport(report({}), true)).toEqual({ passed: 2, failed: 0, skipped: 1, tests: [], failures: [] });
  const testResults = [{ status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] }];
  expect(readReport(report({ testResults }), false)).toMatchObject({ passed: 3, failed: 1 });
});

test.each([
  ['first', 2],
  ['rest', 1],
  ['embedded', 3],
])('a test of another ring is none that was skipped: %s', (ring, skipped) => {
  const assertionResults = [
    { status: 'skipped', tags: ['full'] },
    { status: 'skipped', tags: [] },
  ];
  expect(readReport(report({ testResults: [{ status: 'passed', assertionResults }] }), true, ring).skipped).toBe(
    skipped,
  );
});

test('each test comes with its file and its time, except those that did not run', () => {
  const assertionResults = [{ fullName: 'adds', duration: 1500 }, { fullName: 'is skipped' }];
  const testResults = [{ name: '/x.test.ts', status: 'passed', assertionResults }];
  expect(readReport(report({ testResults }), true).tests).toEqual([{ name: 'adds', file: '/x.test.ts', seconds: 1.5 }]);
});

test('what failed comes with the first line of its error', () => {
  const [name, line] = ['/x.test.ts', 'expected 1 to be 2'];
  const failed = { fullName: 'adds', status: 'failed', failureMessages: [`${line}\n    at x.ts`] };
  const testResults = [
    { name, status: 'failed', assertionResults: [failed, { fullName: 'is right', status: 'passed' }] },
    { name: '/y.test.ts', status: 'failed', message: 'no such module\n', assertionResults: [] },
  ];
  expect(readReport(report({ testResults }), false).failures).toEqual([
    { name: 'adds', file: name, why: line },
    { name: 'the file', file: '/y.test.ts', why: 'no such module' },
  ]);
});

test('a file that does not load is a failure', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }];
  expect(readReport(report({ testResults }), false)).toMatchObject({ passed: 2, failed: 1, skipped: 1 });
});

test('a run that failed without a failing test, or left no report, is a failure', () => {
  expect(readReport(report({}), false)).toMatchObject({ passed: 2, failed: 1, skipped: 1 });
  expect(readReport(undefined, false)).toEqual({ passed: 0, failed: 1, skipped: 0, tests: [], failures: [] });
});
