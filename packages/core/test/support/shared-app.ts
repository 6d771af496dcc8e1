import { limits, parseLimits } from '../../src/server/registry.ts';
import { type MediaApp, startMediaApp } from './media-app.ts';

let started: Promise<MediaApp> | undefined;

/**
 * The API that all test files of a worker talk to, where `isolate` is off, with limits that no test reaches. It ends with the worker. Each test works in projects
 * of its own, as people of its own.
 */
export function sharedApp(): Promise<MediaApp> {
  const generous = Object.keys(limits).map((name) => `${name}=1000000`);
  started ??= startMediaApp({ adminUrl: 'http://localhost:4001', limits: parseLimits(generous.join()) });
  return started;
}
