/**
 * @typedef {{ name: string, file: string, seconds: number }} TimedTest
 * @typedef {{ name: string, file: string, why: string }} FailedTest `why`: the first line of its error
 * @typedef {{ passed: number, failed: number, skipped: number, tests: TimedTest[], failures: FailedTest[] }} Results
 */

/**
 * Reads the report of vitest's JSON reporter. A run that went wrong in another way than by a failing test (a file that
 * doesn't load, an unhandled error, no report at all) has at least one failure.
 *
 * @param {string | undefined} report its text; undefined when there is none.
 * @param {boolean} succeeded whether vitest ended with code 0.
 * @returns {Results} `tests`: those that ran, with the absolute paths of their files.
 */
export function readReport(report, succeeded) {
  const results =
    report === undefined
      ? { passed: 0, failed: 0, skipped: 0, tests: [], failures: [] }
      : readResults(JSON.parse(report));
  return !succeeded && results.failed === 0 ? { ...results, failed: 1 } : results;
}

function readResults({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const unloadable = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloadable.length,
    skipped: numPendingTests + numTodoTests,
    tests: testResults.flatMap(({ name: file, assertionResults }) =>
      assertionResults
        .filter(({ duration }) => duration > 0)
        .map(({ fullName: name, duration }) => ({ name, file, seconds: duration / 1000 })),
    ),
    failures: testResults.flatMap(({ name: file, message, assertionResults }) => {
      const failed = assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName: name, failureMessages = [] }) => ({ name, file, why: firstLine(failureMessages[0]) }));
      return failed.length > 0 || !message ? failed : [{ name: 'the file', file, why: firstLine(message) }];
    }),
  };
}

function firstLine(text = '') {
  return text.split('\n', 1)[0];
}
