/**
 * Lengths of the inputs. Each is compared with one of twice its length; the first has the code compiled for the second. The long
 * ring finds growth that begins late.
 */
const LENGTHS = (process.env.TEST_LONG ? [64, 1024] : [32, 128]).map((kilobytes) => kilobytes * 1024);
/** Shorter times show nothing: milliseconds of processor time for the longer input. */
const FLOOR_MS = process.env.TEST_LONG ? 150 : 40;
/** Twice the length takes twice the time where time is linear, and four times where it's quadratic. */
const MOST = 3.5;
/** How often each length is measured, and the best counts: other processes can only slow it down. */
const RUNS = 8;
/** How often four times the length is: it takes long where time isn't linear. */
const LONG_RUNS = 3;

/** A length at which code took more than linear time. */
export interface Growth {
  readonly length: number;
  /** Milliseconds of processor time. */
  readonly once: number;
  readonly twice: number;
  readonly fourfold: number;
}

/**
 * Finds the length at which code takes more than linear time. The shorter one comes first: code that is quadratic is
 * found there, before it would run for hours.
 *
 * @param make makes an input of about so many characters
 * @returns null when time is linear
 */
export async function findGrowth<Input>(
  make: (length: number) => Input,
  run: (input: Input) => unknown,
): Promise<Growth | null> {
  for (const length of LENGTHS) {
    const growth = await compare(length, make, run);
    if (growth) return growth;
  }
  return null;
}

async function compare<Input>(
  length: number,
  make: (length: number) => Input,
  run: (input: Input) => unknown,
): Promise<Growth | null> {
  const [short, long] = [make(length), make(2 * length)];
  let [once, twice] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let attempt = 0; attempt < RUNS; attempt++) {
    once = Math.min(once, await cpuTime(() => run(short)));
    twice = Math.min(twice, await cpuTime(() => run(long)));
    if (twice < FLOOR_MS || twice / once < MOST) return null;
  }
  // Garbage is collected in steps: one doubling may include one by chance. Growth shows in two.
  const longest = make(4 * length);
  let fourfold = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < LONG_RUNS; attempt++) {
    fourfold = Math.min(fourfold, await cpuTime(() => run(longest)));
    if (fourfold / twice < MOST) return null;
  }
  return { length, once, twice, fourfold };
}

/** Processor time of some work, in milliseconds. An error that it throws counts as its answer. */
async function cpuTime(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  try {
    await work();
  } catch {
    // A refusal is an answer too.
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
