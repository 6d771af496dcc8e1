import { createRequire } from 'node:module';

const manifest = createRequire(import.meta.url)('../package.json') as { readonly version: string };

/** Version of the command. */
export const VERSION = manifest.version;
