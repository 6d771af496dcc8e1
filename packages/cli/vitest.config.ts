import { defineConfig } from 'vitest/config';
import { shared } from '../../scripts/vitest.shared.ts';

export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    globalSetup: [...shared.test.globalSetup, './test/support/own-environment.ts'],
    // The files of a worker share what they import, and one API.
    isolate: false,
  },
});
