import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { checkFinishOptions, type FinishOptions, finishWebsite } from '../builds/finish-website.ts';
import { readSnapshots, reportBuild, tellOutages } from '../index.ts';
import { consoleLog } from '../log.ts';
import { type PreviewOptions, previewHooks } from './preview-hooks.ts';

const WELL_KNOWN_FILE = '.well-known/stele.json';

/**
 * An integration for Astro: `integrations: [steleBuild()]`. When the website is built, it says in /.well-known/stele.json
 * which snapshot it was built from, and reports to Stele that the build ended well, if builds report. When the API was down
 * meanwhile, it says so at the end; and also when pages point to a content host that visitors can't reach. With
 * `assets: 'copy'` it puts the pictures and files that pages name into the website. In `astro dev`, and in builds of drafts, pages
 * listen to the editor that shows them.
 *
 * @throws Error for a value that an option doesn't take
 */
export function steleBuild(options: FinishOptions & PreviewOptions = {}): AstroIntegration {
  checkFinishOptions(options);
  let served: { readonly base?: string; readonly site?: string | undefined } = {};
  return {
    name: 'stele',
    hooks: {
      ...previewHooks(options),
      'astro:config:done': ({ config }) => {
        served = config;
      },
      'astro:build:done': async ({ dir }) => {
        const [read, ...others] = readSnapshots();
        // A website of several projects has no one snapshot to show.
        if (read && others.length === 0) {
          const file = path.join(fileURLToPath(dir), WELL_KNOWN_FILE);
          await mkdir(path.dirname(file), { recursive: true });
          const shown = { snapshot_id: read.snapshotId, published_at: read.publishedAt };
          await writeFile(file, `${JSON.stringify(shown)}\n`);
        }
        tellOutages();
        try {
          const { base, site } = served;
          await finishWebsite({ folder: fileURLToPath(dir), base, site }, options, consoleLog);
        } catch (error) {
          await reportBuild('failed');
          throw error;
        }
        await reportBuild('finished');
      },
    },
  };
}
