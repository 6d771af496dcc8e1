import { defineConfig } from 'vitest/config';
import { shared } from './vitest.mjs';

export default defineConfig(shared);
