import { defineConfig, mergeConfig } from 'vitest/config';
import { shared } from '../../scripts/vitest.shared.ts';

export default defineConfig(mergeConfig(shared, { test: { isolate: false } }));
