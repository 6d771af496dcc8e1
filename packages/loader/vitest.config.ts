import { defineConfig } from 'vitest/config';
import { shared } from '../../scripts/vitest.shared.ts';

// Builds report to the API where CI is set, which tests of everything else don't expect.
export default defineConfig({ ...shared, test: { ...shared.test, env: { STELE_REPORT: '0' } } });
