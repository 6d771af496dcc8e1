import { generatesClient } from '@stele/core/testing/generate-client';
import { filesOfRing, shared } from '@stele/testing/vitest';
import { defineConfig, mergeConfig } from 'vitest/config';

const settings = { ...shared, test: { ...shared.test, ...filesOfRing(['**/*.test.ts']) } };

export default defineConfig(
  mergeConfig(mergeConfig(settings, generatesClient), {
    test: { globalSetup: ['./support/global-setup.ts'], maxWorkers: 2, isolate: false },
  }),
);
