import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { testTimeout: 60_000, hookTimeout: 60_000 },
  resolve: { conditions: ['@stele/source'] },
  ssr: { resolve: { conditions: ['@stele/source'] } },
});
