/** Servers that a test started go on for a while. */
const MARGIN_MS = 2000;

/**
 * Which test files reached which fault. A line of the log is `fault time file`; where a process that isn't a test's wrote
 * it, there's no file, and all that ran at that time count.
 *
 * @param {string} log
 * @param {{ name: string, startTime: number, endTime: number }[]} ran the files of vitest's report
 * @returns {Map<string, string[]>} by the fault's id
 */
export function readReached(log, ran) {
  const reached = new Map();
  for (const line of log.split('\n').filter(Boolean)) {
    const [id, time, file] = line.split(' ');
    const at = Number(time);
    const files = file
      ? [file]
      : ran
          .filter(({ startTime, endTime }) => startTime - MARGIN_MS <= at && at <= endTime + MARGIN_MS)
          .map(({ name }) => name);
    reached.set(id, new Set([...(reached.get(id) ?? []), ...files]));
  }
  return new Map([...reached].map(([id, files]) => [id, [...files]]));
}
