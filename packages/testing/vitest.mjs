import { configDefaults } from 'vitest/config';

const conditions = ['@stele/source'];

/**
 * Settings of all packages' tests: they read the sources of other packages, so nothing has to be built for them;
 * files named `*.long.test.ts` run with TEST_LONG=1 only; and time limits end hangs only: machines may be slow, or
 * busy with other work.
 */
export const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(process.env.TEST_LONG ? [] : ['**/*.long.test.ts'])],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
};
