import path from 'node:path';
import { shared } from '@stele/testing/vitest';
import { defineConfig, mergeConfig } from 'vitest/config';
import { compileMessages } from './scripts/compile-messages.ts';

compileMessages();

export default mergeConfig(
  defineConfig(shared),
  defineConfig({ resolve: { alias: { '@': path.join(import.meta.dirname, 'src') } } }),
);
