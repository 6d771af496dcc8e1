import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Eleventy builds again when this file changes. */
const FILE = '.stele-refresh';
/** A build that fails says nothing: the page is loaded again as it was. */
const LONGEST_MS = 10_000;

/** Puts the script for previews into the website, and has the server build again when the editor says that a draft was saved. */
export function addPreview(config) {
  config.addPassthroughCopy({ [fileURLToPath(import.meta.resolve('@stele/loader/preview'))]: 'stele-preview.js' });
  writeFileSync(FILE, '');
  config.addWatchTarget(FILE);
  // What Git ignores isn't watched otherwise.
  config.setUseGitIgnore(false);

  // A build that began before a draft was saved doesn't show it.
  let asked = 0;
  let reading = 0;
  let waiting = [];
  config.on('eleventy.before', () => {
    reading = asked;
  });
  config.on('eleventy.after', () => {
    for (const one of waiting) if (one.asked <= reading) one.answer();
    waiting = waiting.filter((one) => one.asked > reading);
  });
  const refresh = (request, response, next) => {
    if (request.method !== 'POST' || request.url !== '/_stele/refresh') return next();
    asked++;
    const answer = () => response.writableEnded || response.writeHead(204).end();
    waiting.push({ asked, answer });
    setTimeout(answer, LONGEST_MS).unref();
    writeFileSync(FILE, String(asked));
  };
  // The editor loads pages again by itself.
  config.setServerOptions({ liveReload: false, middleware: [refresh] });
}
