import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Names the folder in which each worker has a file of the answers that its tests saw. */
export const SEEN_ANSWERS = 'TEST_SEEN_ANSWERS';

const DOCUMENTED = 'documented.txt';
const noted = new Set<string>();

/** Notes that a test saw an operation answer with a status, as documented. */
export function noteAnswer(operation: string, status: number): void {
  const folder = process.env[SEEN_ANSWERS];
  const answer = `${operation} ${status}`;
  if (folder === undefined || noted.has(answer)) return;
  noted.add(answer);
  appendFileSync(path.join(folder, `${process.pid}.txt`), `${answer}\n`);
}

/** Notes every answer that the OpenAPI document describes. */
export function noteDocumented(operations: readonly { operationId: string; responses: object }[]): void {
  const folder = process.env[SEEN_ANSWERS];
  if (folder === undefined) return;
  const answers = operations.flatMap(({ operationId, responses }) =>
    Object.keys(responses).map((status) => `${operationId} ${status}`),
  );
  writeFileSync(path.join(folder, DOCUMENTED), answers.join('\n'));
}

/** All that was noted in some folders, by any worker. */
export function notedAnswers(folders: readonly string[]): {
  documented: readonly string[];
  seen: ReadonlySet<string>;
} {
  const files = folders.flatMap((folder) => readdirSync(folder).map((file) => path.join(folder, file)));
  const isDocumented = (file: string): boolean => path.basename(file) === DOCUMENTED;
  const linesOf = (chosen: readonly string[]): string[] =>
    chosen.flatMap((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean));
  return {
    documented: [...new Set(linesOf(files.filter(isDocumented)))],
    seen: new Set(linesOf(files.filter((file) => !isDocumented(file)))),
  };
}
