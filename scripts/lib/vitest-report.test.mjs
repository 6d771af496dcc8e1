import { expect, test } from 'vitest';
import { countTests } from './vitest-report.mjs';

const report = (changes) =>
  JSON.stringify({
    numPassedTests: 2,
    numFailedTests: 0,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: [],
    ...changes,
  });

test('passed, failed and skipped tests are counted', () => {
  expect(countTests(report({}), true)).toEqual({ passed: 2, failed: 0, skipped: 1 });
  const testResults = [{ status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] }];
  expect(countTests(report({ numFailedTests: 1, testResults }), false)).toEqual({ passed: 2, failed: 1, skipped: 1 });
});

test('a file that does not load is a failure', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }];
  expect(countTests(report({ testResults }), false)).toEqual({ passed: 2, failed: 1, skipped: 1 });
});

test('a run that failed without a failing test, or left no report, is a failure', () => {
  expect(countTests(report({}), false)).toEqual({ passed: 2, failed: 1, skipped: 1 });
  expect(countTests(undefined, false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
