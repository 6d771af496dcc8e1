import { generatesClient } from '@stele/core/testing/generate-client';
import { shared } from '@stele/testing/vitest';
import { defineConfig, mergeConfig } from 'vitest/config';

export default defineConfig(
  mergeConfig(mergeConfig(shared, generatesClient), {
    test: { include: ['**/*.test.ts'], globalSetup: ['./support/global-setup.ts'], maxWorkers: 2, isolate: false },
  }),
);
