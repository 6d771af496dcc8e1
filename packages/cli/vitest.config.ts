import { generatesClient } from '@stele/core/testing/generate-client';
import { shared } from '@stele/testing/vitest';
import { defineConfig, mergeConfig } from 'vitest/config';

export default defineConfig(
  mergeConfig(mergeConfig(shared, generatesClient), {
    test: {
      globalSetup: ['./test/support/own-environment.ts'],
      // The files of a worker share what they import, and one API.
      isolate: false,
    },
  }),
);
