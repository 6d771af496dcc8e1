import { generatesClient } from '@stele/core/testing/generate-client';
import { shared } from '@stele/testing/vitest';
import { defineConfig } from 'vitest/config';

/** These tests concern things that the loader makes or logs once in a process. */
const OWN_PROCESS = ['test/next.test.ts', 'test/vite.test.ts'];

const { include, exclude, ...test } = shared.test;

export default defineConfig({
  ...shared,
  test: {
    ...test,
    ...generatesClient.test,
    // Builds report to the API where CI is set, which tests of everything else don't expect.
    env: { STELE_REPORT: '0' },
    projects: [
      // The files of a worker share what they import, and one API.
      { extends: true, test: { name: 'shared', isolate: false, include, exclude: [...exclude, ...OWN_PROCESS] } },
      { extends: true, test: { name: 'alone', include: OWN_PROCESS } },
    ],
  },
});
