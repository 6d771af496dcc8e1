/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/**
 * Counts the tests of a run from the report of vitest's JSON reporter. A run that went wrong in another way than by a
 * failing test (a file that doesn't load, an unhandled error, no report at all) has at least one failure.
 *
 * @param {string | undefined} report its text; undefined when there is none.
 * @param {boolean} succeeded whether vitest ended with code 0.
 * @returns {Counts}
 */
export function countTests(report, succeeded) {
  const counts = report === undefined ? { passed: 0, failed: 0, skipped: 0 } : readCounts(JSON.parse(report));
  if (!succeeded && counts.failed === 0) counts.failed = 1;
  return counts;
}

function readCounts({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const unloadable = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloadable.length,
    skipped: numPendingTests + numTodoTests,
  };
}
