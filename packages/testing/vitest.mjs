import { configDefaults } from 'vitest/config';

const conditions = ['@stele/source'];
const ring = process.env.TEST_RING;

/**
 * Which of a package's test files run. `*.long.test.ts` run with TEST_LONG=1 only, and `*.full.test.ts` in all but the first ring.
 *
 * @param {string[]} include patterns that end in `*.test.ts`
 */
export function filesOfRing(include) {
  return {
    include,
    exclude: [
      ...configDefaults.exclude,
      ...(ring === 'first' ? ['**/*.full.test.ts'] : []),
      ...(process.env.TEST_LONG ? [] : ['**/*.long.test.ts']),
    ],
  };
}

/** With TEST_RING=first, the tests without the tag `full` run, with TEST_RING=rest those that have it, and without it all. */
const tagsOfRing = {
  tags: [{ name: 'full', description: 'A test of the second ring.' }],
  ...(ring === 'first' && { tagsFilter: ['!full'] }),
  ...(ring === 'rest' && { tagsFilter: ['full'] }),
};

/**
 * Settings of all packages' tests: they read the sources of other packages, so nothing has to be built for them; and
 * time limits end hangs only: machines may be slow, or busy with other work.
 */
export const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...filesOfRing(['src/**/*.test.ts', 'test/**/*.test.ts']),
    ...tagsOfRing,
    // Tests make much that is gone at once: with room for it, less time goes into collecting it.
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
};
