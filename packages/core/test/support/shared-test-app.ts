import { limits, parseLimits } from '../../src/server/registry.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let started: Promise<TestApp> | undefined;

/**
 * The API that the test files of a worker share, with limits that no test reaches and without jobs. It ends with the worker.
 * Each test works in projects of its own, as people of its own.
 */
export function sharedTestApp(): Promise<TestApp> {
  const generous = Object.keys(limits).map((name) => `${name}=1000000`);
  started ??= startTestApp({ limits: parseLimits(generous.join()) });
  return started;
}
