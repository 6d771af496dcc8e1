import { watch } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { reasonOf } from '../errors.ts';
import type { Io } from '../io.ts';
import type { Output } from '../output/output.ts';
import { openSession } from '../session.ts';
import { readTextIfThere } from '../write-file.ts';

const FILE = 'site-url';
const NAME = 'This computer';

/** A site's way to announce its address. */
interface AnnouncedSite {
  /** Variables by which the site's integration of Stele knows where to say it. */
  readonly variables: NodeJS.Dict<string>;
  readonly end: () => void;
}

/**
 * Has the editor of a local instance show the site that runs beside it: its integration writes where the site is into a file,
 * and it becomes the first site of the project's previews.
 *
 * @param secret of the site's route for drafts, whose address is printed then; null for none
 */
export async function followSite(
  io: Io,
  dataDirectory: string,
  output: Output,
  secret: string | null,
): Promise<AnnouncedSite> {
  const file = path.join(dataDirectory, FILE);
  await rm(file, { force: true });
  let shown: string | null = null;
  const update = async (): Promise<void> => {
    const url = (await readTextIfThere(io, file))?.trim();
    if (!url) return;
    if (secret !== null && url !== shown) output.say(describeDrafts(url, secret));
    shown = url;
    const { api } = await openSession(io, { instance: path.join(dataDirectory, 'instance.json') }, output, {
      admin: 'Previews',
    });
    const { preview_sites: sites } = await api.get('');
    if (sites[0]?.url === url) return;
    const others = sites.filter((site) => site.url !== url && site.name !== NAME);
    await api.patch('', { body: { preview_sites: [{ name: NAME, url }, ...others].slice(0, 10) } });
  };
  const watcher = watch(dataDirectory, (_event, name) => {
    if (name === FILE)
      void update().catch((error: unknown) => output.note(`No preview of the site: ${reasonOf(error)}`));
  });
  // Nothing but previews depends on it.
  watcher.on('error', () => watcher.close());
  return { variables: { STELE_SITE_FILE: file }, end: () => watcher.close() };
}

function describeDrafts(site: string, secret: string): string {
  const address = `${site}/api/draft?${new URLSearchParams({ secret })}`;
  return `\n  Drafts    ${address}\n            Open it once: then your browser shows drafts, also in the editor's live preview.\n`;
}
