import { shared } from '@stele/testing/vitest';
import { defineConfig } from 'vitest/config';

export default defineConfig(shared);
