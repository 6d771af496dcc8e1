import path from 'node:path';
import { configDefaults, type ViteUserConfig } from 'vitest/config';

const conditions = ['@stele/source'];

/**
 * What the tests of all packages have in common: they read sources of other packages, so nothing has to be built for them;
 * files named `*.long.test.ts` run with TEST_LONG=1 only; and times end hangs, nothing else: machines may be slow, and
 * busy with something else.
 */
export const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: [path.join(import.meta.dirname, '..', 'packages/core/test/support/generate-client.ts')],
    exclude: [...configDefaults.exclude, ...(process.env.TEST_LONG ? [] : ['**/*.long.test.ts'])],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
} satisfies ViteUserConfig;
