import path from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import { shared } from '../../scripts/vitest.shared.ts';

export default mergeConfig(
  defineConfig(shared),
  defineConfig({ resolve: { alias: { '@': path.join(import.meta.dirname, 'src') } } }),
);
