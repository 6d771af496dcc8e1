import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Only against hangs: whole instances are started here.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
