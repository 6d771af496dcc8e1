import path from 'node:path';
import { openDatabase } from '@stele/core';
import { fillAssets } from '@stele/core/testing/fill-assets';
import { launchBrowser, openAdmin } from '@stele/e2e/support/browser';
import { findChromium } from '@stele/e2e/support/chromium';
import { Processes } from '@stele/e2e/support/processes';
import { pino } from 'pino';
import sharp from 'sharp';
import { type Bench, ROUNDS } from '../bench.ts';
import { withCleanUp } from '../clean-up.ts';
import { figure } from '../statistics.ts';
import { scrollThrough } from './scrolling.ts';

const PICTURES = 10_000;
/** Pictures with files of their own; all other rows show these files. */
const UPLOADED = 8;

/** The library of the admin in a browser: how smoothly 10,000 pictures scroll. */
export const libraryBench: Bench = {
  name: 'library',
  title: 'scrolling through 10,000 pictures of the admin, in Chromium',
  needsPostgres: false,
  run: ({ say }) =>
    withCleanUp(async (later) => {
      const stele = await Processes.start({ STELE_LIMITS: 'asset.upload=6000' });
      later(() => stele.end());
      const browser = await launchBrowser(findChromium() ?? {});
      later(() => browser.close());
      const file = await stele.instance();
      const { project_id: projectId } = file;
      await uploadPictures(stele, projectId, file.tokens.admin);
      const { page } = await openAdmin(browser, stele.urls.admin, file.login, '/');
      await stele.stop('api');
      await fill(path.join(stele.dataDirectory, 'database'), projectId);
      await stele.start('api');
      say(`filled with ${PICTURES} pictures`);
      const rounds: Record<'frame' | 'late' | 'lists' | 'reads' | 'cells', number[]> = {
        frame: [],
        late: [],
        lists: [],
        reads: [],
        cells: [],
      };
      for (let round = 0; round < ROUNDS; round++) {
        await page.goto(`${stele.urls.admin}/projects/${projectId}/media`);
        await page.getByRole('gridcell').first().waitFor();
        const scrolled = await scrollThrough(page, PICTURES);
        for (const [name, list] of Object.entries(rounds)) list.push(scrolled[name as keyof typeof rounds]);
        say(`round ${round + 1}: longest frame ${Math.round(scrolled.frame)} ms, ${scrolled.frames} frames`);
      }
      return [
        figure('longest frame', 'ms', rounds.frame, { atMost: 100 }),
        figure('frames of more than 50 ms', '%', rounds.late),
        figure('pages read', '', rounds.lists),
        figure('requests for a single file', '', rounds.reads, { atMost: 0 }),
        figure('most pictures drawn at a time', '', rounds.cells),
      ];
    }),
};

async function uploadPictures(stele: Processes, projectId: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const base = `${stele.urls.api}/v1/projects/${projectId}/assets`;
  const ask = async (method: string, address: string, body?: object): Promise<unknown> => {
    const answer = await fetch(address, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  for (let number = 0; number < UPLOADED; number++) {
    const noise = { type: 'gaussian', mean: 40 + number * 20, sigma: 40 } as const;
    const create = { width: 1600, height: 1200, channels: 3, background: '#000', noise } as const;
    const bytes = await sharp({ create }).blur(4).jpeg().toBuffer();
    const files = [{ filename: `Photo ${number}.jpg`, mime: 'image/jpeg', bytes: bytes.length }];
    const { uploads } = (await ask('POST', `${base}/uploads`, { files })) as {
      uploads: { asset_id: string; uploadUrl: string }[];
    };
    const [upload] = uploads;
    if (!upload) throw new Error('no address to upload to');
    await fetch(upload.uploadUrl, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      body: new Uint8Array(bytes),
    });
    for (let status = ''; status !== 'ready'; ) {
      ({ status } = (await ask('POST', `${base}/${upload.asset_id}/complete`)) as { status: string });
      if (status === 'failed') throw new Error('a picture could not be processed');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Inserts the rows, each with the files of an uploaded picture. */
async function fill(directory: string, projectId: string): Promise<void> {
  const database = await openDatabase({ kind: 'pglite', directory }, { log: pino({ level: 'silent' }) });
  try {
    const filename = (number: number): string => `Photo of the harbour ${number}.jpg`;
    await fillAssets(database.pool, projectId, PICTURES - UPLOADED, (number) => ({ filename: filename(number) }));
    await database.pool.query(
      `UPDATE assets a SET kind = m.kind, width = m.width, height = m.height, placeholder = m.placeholder,
         renditions = m.renditions, sha256 = m.sha256, rendered_revision = m.rendered_revision, revision = m.revision
       FROM (SELECT *, row_number() OVER (ORDER BY id) - 1 AS place FROM assets WHERE renditions IS NOT NULL) m
       WHERE a.renditions IS NULL AND m.place = ('x' || substr(md5(a.id), 1, 6))::bit(24)::int % ${UPLOADED}`,
    );
  } finally {
    await database.close();
  }
}
