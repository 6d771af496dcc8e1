import { defineConfig, mergeConfig } from 'vitest/config';
import { shared } from '../vitest.shared.ts';

export default defineConfig(
  mergeConfig(shared, {
    test: {
      include: ['**/*.test.ts'],
      globalSetup: ['./support/global-setup.ts'],
      fileParallelism: false,
    },
  }),
);
