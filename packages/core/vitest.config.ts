import { defineConfig } from 'vitest/config';

const conditions = ['@stele/source'];

/** Tests to which it makes no difference that TEST_DATABASE_URL names a server: they run without it. */
const EMBEDDED_ONLY = [
  'src/platform/database/lock-data-folder.test.ts',
  'src/platform/database/open-embedded-database.test.ts',
  'src/platform/database/pglite-stream.test.ts',
  'test/database/migrations-match-schema.test.ts',
];

/** Tests that take long, and don't run on the embedded database when they run on a server's right after it. */
const ONCE = ['test/list-plans.test.ts'];

const { TEST_DATABASE_URL, TEST_SERVER_FOLLOWS } = process.env;

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: TEST_DATABASE_URL ? EMBEDDED_ONLY : TEST_SERVER_FOLLOWS ? ONCE : [],
    // Most of a test's time is spent waiting for its database or child processes.
    maxWorkers: '100%',
    // Only against hangs: an embedded database takes seconds to open while all cores are busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
