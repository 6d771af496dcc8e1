/**
 * Runs tasks, some at a time, in their order. One that needs others waits until they have ended; meanwhile a free lane
 * takes the next that can run.
 *
 * @template {{ name: string, after?: string[] }} Task
 * @template Result
 * @param {Task[]} tasks `after`: names of tasks; those that aren't in the list count as ended.
 * @param {number} lanes how many at a time
 * @param {(task: Task, before: Map<string, Result>) => Promise<Result>} run also gets the results of the tasks that it needs.
 * @returns {Promise<Result[]>} in the order in which they ended
 */
export async function runInLanes(tasks, lanes, run) {
  const waiting = [...tasks];
  const unfinished = new Set(tasks.map(({ name }) => name));
  const results = new Map();
  let announce;
  let ended = new Promise((resolve) => {
    announce = resolve;
  });
  const lane = async () => {
    while (waiting.length > 0) {
      const next = waiting.findIndex(({ after = [] }) => !after.some((name) => unfinished.has(name)));
      if (next === -1) {
        await ended;
        continue;
      }
      const [task] = waiting.splice(next, 1);
      results.set(task.name, await run(task, results));
      unfinished.delete(task.name);
      announce();
      ended = new Promise((resolve) => {
        announce = resolve;
      });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return [...results.values()];
}
