import { defineConfig } from 'vitest/config';

const conditions = ['@stele/source'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Only against hangs: an embedded database takes seconds to open while all cores are busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
