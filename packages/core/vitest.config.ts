import { shared } from '@stele/testing/vitest';
import { defineConfig, mergeConfig } from 'vitest/config';
import { generatesClient } from './test/support/generate-client.mjs';

/** Tests to which it makes no difference that TEST_DATABASE_URL names a server: they run without it. */
const EMBEDDED_ONLY = [
  'src/platform/database/lock-data-folder.test.ts',
  'src/platform/database/open-embedded-database.test.ts',
  'src/platform/database/pglite-stream.test.ts',
  'test/database/migrations-match-schema.test.ts',
];

export default defineConfig(
  mergeConfig(mergeConfig(shared, generatesClient), {
    test: {
      globalSetup: ['test/support/compare-answers.ts'],
      setupFiles: ['test/support/check-rows.ts'],
      exclude: process.env.TEST_DATABASE_URL ? EMBEDDED_ONLY : [],
      // The files of a worker share the modules and the databases that it has loaded.
      isolate: false,
      // Most of a test's time is spent waiting for its database or child processes.
      maxWorkers: '100%',
    },
  }),
);
