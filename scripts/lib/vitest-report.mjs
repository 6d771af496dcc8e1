/**
 * @typedef {{ name: string, file: string, seconds: number }} TimedTest
 * @typedef {{ name: string, file: string, why: string }} FailedTest `why`: the first line of its error
 * @typedef {{ passed: number, failed: number, skipped: number, tests: TimedTest[], failures: FailedTest[] }} Results
 */

const RINGS = ['first', 'rest'];

/**
 * Reads the report of vitest's JSON reporter. A run that went wrong in another way than by a failing test (a file that
 * doesn't load, an unhandled error, no report at all) has at least one failure.
 *
 * @param {string | undefined} report the report's text; undefined when there is none.
 * @param {boolean} succeeded whether vitest ended with code 0.
 * @param {string} [ring] `first` or `rest` when only its tests were to run: others aren't skipped, they belong elsewhere.
 * @returns {Results} `tests`: those that ran, with the absolute paths of their files.
 */
export function readReport(report, succeeded, ring) {
  const results =
    report === undefined
      ? { passed: 0, failed: 0, skipped: 0, tests: [], failures: [] }
      : readResults(JSON.parse(report), ring);
  return !succeeded && results.failed === 0 ? { ...results, failed: 1 } : results;
}

function readResults({ testResults }, ring) {
  const belongs = ({ tags = [] }) => !RINGS.includes(ring) || tags.includes('full') === (ring === 'rest');
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (...statuses) => all.filter(({ status }) => statuses.includes(status)).length;
  const unloadable = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: count('passed'),
    failed: count('failed') + unloadable.length,
    skipped: all.filter((test) => ['skipped', 'pending', 'todo'].includes(test.status) && belongs(test)).length,
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
