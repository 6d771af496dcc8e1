import { writeFile } from 'node:fs/promises';

/** The variable with the file that `stele dev` learns from where the website is. */
const VARIABLE = 'STELE_SITE_FILE';

/**
 * Tells `stele dev` where a development server that it started serves the website, so that the editor can show it. Does nothing
 * elsewhere, and never fails.
 *
 * @param port the port that the website listens on
 * @param base path of the website, such as `/docs/`
 */
export async function announceSite(port: number, base = '/'): Promise<void> {
  const file = process.env[VARIABLE];
  const path = base.startsWith('/') ? base.replace(/\/$/, '') : '';
  if (file) await writeFile(file, `http://localhost:${port}${path}\n`).catch(() => undefined);
}
