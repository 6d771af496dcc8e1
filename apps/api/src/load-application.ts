import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Application } from './application.ts';

/** The handler that Next calls for all methods and paths. */
export async function handleFromNext(request: Request): Promise<Response> {
  const application = await loadApplication();
  return application.handleFromNext(request);
}

/** Runs the jobs that requests have asked for. */
export async function runJobsOnRequest(): Promise<void> {
  const application = await loadApplication();
  await application.runJobsOnRequest();
}

/**
 * The application, for code that Next bundles. The embedded database and native modules of core can't be bundled, so this loads the
 * compiled module.
 */
async function loadApplication(): Promise<Application> {
  const compiled = pathToFileURL(path.join(process.cwd(), 'dist', 'application.js')).href;
  const { getApplication } = (await import(/* turbopackIgnore: true */ compiled)) as typeof import('./application.ts');
  return getApplication();
}
