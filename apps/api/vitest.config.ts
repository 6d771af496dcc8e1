import { generatesClient } from '@stele/core/testing/generate-client';
import { shared } from '@stele/testing/vitest';
import { defineConfig, mergeConfig } from 'vitest/config';

export default defineConfig(mergeConfig(shared, generatesClient));
