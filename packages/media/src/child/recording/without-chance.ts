/** Any number would do. */
const SEED = 0x5e1e;

/**
 * Runs work with a stopped clock and seeded random numbers, so that it makes the same bytes each time: containers have a time of
 * creation and random numbers in them. Only for a process that does nothing else meanwhile.
 */
export async function withoutChance<T>(work: () => Promise<T>): Promise<T> {
  const { now } = Date;
  const { random } = Math;
  let state = SEED;
  Date.now = () => 0;
  Math.random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  try {
    return await work();
  } finally {
    Date.now = now;
    Math.random = random;
  }
}
