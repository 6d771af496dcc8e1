import type { AstroIntegration } from 'astro';
import { announceSite } from '../builds/announce-site.ts';
import { markPreviews } from './preview-marks.ts';
import { readSiteEnvironment } from './site-environment.ts';

/** Where the editor is that shows the website, and whether pages listen to it. */
export interface PreviewOptions {
  /**
   * Whether pages listen to the editor that shows them: by default in `astro dev`, and where the variable STELE_DRAFTS is 1. With
   * `true` those of every build do.
   */
  readonly preview?: boolean | undefined;
  /** The address of the admin; the variable STELE_ADMIN_URL by default. Without one, pages don't listen. */
  readonly admin?: string | undefined;
}

type Hooks = Pick<AstroIntegration['hooks'], 'astro:config:setup' | 'astro:server:setup' | 'astro:server:start'>;

/** Reads content again while developing. */
const REFRESH = '/_stele/refresh';

/** Hooks of an integration that let the editor show pages as they're being written. */
export function previewHooks({ preview, admin: given }: PreviewOptions): Hooks {
  let base = '/';
  return {
    'astro:config:setup': ({ command, injectScript, config }) => {
      readSiteEnvironment();
      base = config.base;
      const isDev = command === 'dev';
      const admin = given ?? process.env.STELE_ADMIN_URL;
      const isWanted = preview ?? (isDev || (command === 'build' && process.env.STELE_DRAFTS === '1'));
      markPreviews(isWanted && Boolean(admin));
      if (!isWanted || !admin) return;
      const options = JSON.stringify({ admin, ...(isDev && { before: REFRESH }) });
      injectScript('page', `import { connectPreview } from '@stele/loader/preview';\nconnectPreview(${options});`);
    },
    'astro:server:setup': ({ server, refreshContent }) => {
      server.middlewares.use(REFRESH, (request, response, next) => {
        if (request.method !== 'POST' || !refreshContent) return next();
        const end = (status: number): void => {
          response.statusCode = status;
          response.end();
        };
        refreshContent({ loaders: ['stele'] }).then(
          () => end(204),
          () => end(503),
        );
      });
    },
    'astro:server:start': async ({ address }) => announceSite(address.port, base),
  };
}
