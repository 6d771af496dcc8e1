import { shared } from '@stele/testing/vitest';
import { defineConfig, mergeConfig } from 'vitest/config';

export default defineConfig(mergeConfig(shared, { test: { isolate: false } }));
