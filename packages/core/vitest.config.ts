import { defineConfig } from 'vitest/config';

const conditions = ['@stele/source'];

/** Tests to which it makes no difference that TEST_DATABASE_URL names a server: they run without it. */
const EMBEDDED_ONLY = [
  'src/database/lock-data-folder.test.ts',
  'src/database/pglite-stream.test.ts',
  'test/database/migrations-match-schema.test.ts',
];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: process.env.TEST_DATABASE_URL ? EMBEDDED_ONLY : [],
    // Most of a test's time is spent waiting for its database or child processes.
    maxWorkers: '100%',
    // Only against hangs: an embedded database takes seconds to open while all cores are busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
