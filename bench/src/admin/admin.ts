import { launchBrowser, openAdmin } from '@stele/e2e/support/browser';
import { findChromium } from '@stele/e2e/support/chromium';
import { Processes } from '@stele/e2e/support/processes';
import { type Bench, type Figure, ROUNDS } from '../bench.ts';
import { withCleanUp } from '../clean-up.ts';
import { figure, percentile } from '../statistics.ts';
import { BLOCKS_ENTRY, COLLECTION, ROWS_ENTRY } from './big-entries.ts';
import { EVERY_TYPE, EVERY_TYPE_ENTRY, LOCALES } from './every-type.ts';
import { type } from './typing.ts';
import { openFromList } from './warm-click.ts';

/** An entry with a big form, and where its keys are typed. */
interface BigForm {
  readonly name: string;
  readonly collection: string;
  readonly values: object;
  /** The rows of its list. */
  readonly row: RegExp;
  /** A field of a row. */
  readonly field: string;
  /** Whether all rows are open, or only the one in which keys are typed. */
  readonly areAllOpen: boolean;
}

const FORMS: readonly BigForm[] = [
  {
    name: '200 blocks',
    collection: 'big',
    values: { en: BLOCKS_ENTRY },
    row: /^Part \d+/,
    field: 'Field 1',
    areAllOpen: false,
  },
  {
    name: '200 open blocks',
    collection: 'big',
    values: { en: BLOCKS_ENTRY },
    row: /^Part \d+/,
    field: 'Field 1',
    areAllOpen: true,
  },
  {
    name: '300 rows',
    collection: 'big',
    values: { en: ROWS_ENTRY },
    row: /^Item \d+/,
    field: 'Field 1',
    areAllOpen: false,
  },
  {
    name: 'all types, 3 languages',
    collection: 'everything',
    values: EVERY_TYPE_ENTRY,
    row: /^Quote \d+/,
    field: 'Words',
    areAllOpen: true,
  },
];

/** The admin in a browser: the time of a key press in big forms, and the time until they are open. */
export const adminBench: Bench = {
  name: 'admin',
  title: 'typing into big forms of the admin, in Chromium',
  needsPostgres: false,
  run: ({ say }) =>
    withCleanUp(async (later) => {
      const stele = await Processes.start({ STELE_LIMITS: 'entry.save_draft=6000' });
      later(() => stele.end());
      const browser = await launchBrowser(findChromium() ?? {});
      later(() => browser.close());
      const file = await stele.instance();
      const base = `${stele.urls.api}/v1/projects/${file.project_id}`;
      const headers = { authorization: `Bearer ${file.tokens.admin}`, 'content-type': 'application/json' };
      const ask = async <Answer>(path: string, body?: object, method = 'POST'): Promise<Answer> => {
        const answer = await fetch(`${base}${path}`, {
          headers,
          ...(body && { method, body: JSON.stringify(body) }),
        });
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
        return (await answer.json()) as Answer;
      };
      const active = await ask<{ version: number; schema: { collections: object[] } }>('/schema');
      const schema = { ...active.schema, collections: [...active.schema.collections, COLLECTION, EVERY_TYPE] };
      await ask('/schema/sync', { schema, base_version: active.version });
      await ask('', { locales: LOCALES }, 'PATCH');
      const { page } = await openAdmin(browser, stele.urls.admin, file.login, '/');

      const measure = async ({ name, collection, values, row, field, areAllOpen }: BigForm): Promise<Figure[]> => {
        const opened: number[] = [];
        const title: number[] = [];
        const inRow: number[] = [];
        const frames: number[] = [];
        const longest: number[] = [];
        const requests: number[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          const { id } = await ask<{ id: string }>('/entries', { collection_key: collection, values });
          const started = performance.now();
          await page.goto(`${stele.urls.admin}/projects/${file.project_id}/entries/${id}`);
          await page.getByLabel('Title').waitFor();
          await page.getByRole('button', { name: row }).last().waitFor();
          opened.push(performance.now() - started);
          if (areAllOpen) await page.getByRole('button', { name: 'Open all' }).last().click();
          else await page.getByRole('button', { name: row }).nth(5).click();
          await page.getByLabel('Title').focus();
          const inTitle = await type(page);
          // Rows out of sight aren't laid out, and so aren't found.
          await page.getByRole('button', { name: row }).first().scrollIntoViewIfNeeded();
          await page.getByLabel(field, { exact: true }).first().focus();
          const inField = await type(page);
          title.push(percentile([...inTitle.busy], 0.95));
          inRow.push(percentile([...inField.busy], 0.95));
          frames.push(percentile([...inTitle.frame, ...inField.frame], 0.95));
          longest.push(Math.max(...inTitle.frame, ...inField.frame));
          requests.push(inTitle.requests + inField.requests);
          const [open, frame] = [opened, frames].map((list) => Math.round(list.at(-1) ?? 0));
          say(`${name}, round ${round + 1}: ${open} ms to open, ${frame} ms from a key to its frame (p95)`);
        }
        return [
          figure(`${name}: opened`, 'ms', opened, { atMost: 1000 }),
          figure(`${name}: key in the title, p95`, 'ms', title, { atMost: 16 }),
          figure(`${name}: key in a row, p95`, 'ms', inRow, { atMost: 16 }),
          figure(`${name}: key to the next frame, p95`, 'ms', frames),
          figure(`${name}: key to the next frame, longest`, 'ms', longest, { atMost: 50 }),
          figure(`${name}: requests during 240 keys`, '', requests),
        ];
      };
      const figures: Figure[] = [];
      const list = `${stele.urls.admin}/projects/${file.project_id}/entries?collection=posts`;
      const clicks: number[] = [];
      for (let round = 0; round < ROUNDS; round++) clicks.push(await openFromList(page, list));
      figures.push(figure('second click on an entry in a list, until its form', 'ms', clicks, { atMost: 250 }));
      for (const form of FORMS) figures.push(...(await measure(form)));
      return figures;
    }),
};
