/** The most lines of a list on the start page, until all are asked for. */
const SHOWN = 5;
/** The most that the server returns. */
const MOST = 50;

/** The request for what waits for a person. */
export function startInput(projectId: string, isWhole = false) {
  return { projectId, limit: isWhole ? MOST : SHOWN };
}
