import { defineConfig, mergeConfig } from 'vitest/config';
import { shared } from '../scripts/vitest.shared.ts';

export default defineConfig(
  mergeConfig(shared, {
    test: { include: ['**/*.test.ts'], globalSetup: ['./support/global-setup.ts'], maxWorkers: 2, isolate: false },
  }),
);
