import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Application } from './application.ts';

/**
 * The application, for code that Next bundles. Core holds an embedded database and native parts, which can't be bundled:
 * the compiled module is loaded as it is, unless the custom server of this process has it running already.
 */
export async function loadApplication(): Promise<Application> {
  if (globalThis.steleApplication) return globalThis.steleApplication;
  const compiled = pathToFileURL(path.join(process.cwd(), 'dist', 'application.js')).href;
  const { getApplication } = (await import(/* turbopackIgnore: true */ compiled)) as typeof import('./application.ts');
  return getApplication();
}
