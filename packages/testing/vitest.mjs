import { configDefaults } from 'vitest/config';

const conditions = ['@stele/source'];
const ring = process.env.TEST_RING;

/**
 * Which of a package's test files run: with TEST_RING=first all but `*.full.test.ts`, with TEST_RING=rest only those, and
 * without it both. `*.long.test.ts` run with TEST_LONG=1 only.
 *
 * @param {string[]} include patterns that end in `*.test.ts`
 */
export function filesOfRing(include) {
  return {
    include: ring === 'rest' ? include.map((pattern) => pattern.replace(/\*\.test\.ts$/, '*.full.test.ts')) : include,
    exclude: [
      ...configDefaults.exclude,
      ...(ring === 'first' ? ['**/*.full.test.ts'] : []),
      ...(process.env.TEST_LONG ? [] : ['**/*.long.test.ts']),
    ],
  };
}

/**
 * Settings of all packages' tests: they read the sources of other packages, so nothing has to be built for them; and
 * time limits end hangs only: machines may be slow, or busy with other work.
 */
export const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...filesOfRing(['src/**/*.test.ts', 'test/**/*.test.ts']),
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
};
