import { generatesClient } from '@stele/core/testing/generate-client';
import { filesOfRing, shared } from '@stele/testing/vitest';
import { defineConfig, mergeConfig } from 'vitest/config';

const settings = { ...shared, test: { ...shared.test, ...filesOfRing(['**/*.test.ts']) } };

// Pages wait for answers and timers: two workers leave a third of two cores idle.
export default defineConfig(
  mergeConfig(mergeConfig(settings, generatesClient), {
    test: { globalSetup: ['./support/global-setup.ts'], maxWorkers: 3, isolate: false },
  }),
);
