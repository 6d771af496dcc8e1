import { defineConfig } from 'vitest/config';

const conditions = ['@stele/source'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // Only against hangs: whole servers are started here.
  test: { testTimeout: 120_000, hookTimeout: 120_000 },
});
