import { launchBrowser, openAdmin } from '../../../e2e/support/browser.ts';
import { findChromium } from '../../../e2e/support/chromium.ts';
import { Processes } from '../../../e2e/support/processes.ts';
import { type Bench, type Figure, ROUNDS } from '../bench.ts';
import { withCleanUp } from '../clean-up.ts';
import { figure, percentile } from '../statistics.ts';
import { BLOCKS_ENTRY, COLLECTION, ROWS_ENTRY } from './big-entries.ts';
import { type } from './typing.ts';

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
      const ask = async <Answer>(path: string, body?: object): Promise<Answer> => {
        const answer = await fetch(`${base}${path}`, {
          headers,
          ...(body && { method: 'POST', body: JSON.stringify(body) }),
        });
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
        return (await answer.json()) as Answer;
      };
      const active = await ask<{ version: number; schema: { collections: object[] } }>('/schema');
      const schema = { ...active.schema, collections: [...active.schema.collections, COLLECTION] };
      await ask('/schema/sync', { schema, base_version: active.version });
      const create = async (values: object): Promise<string> =>
        (await ask<{ id: string }>('/entries', { collection_key: 'big', values: { en: values } })).id;
      const { page } = await openAdmin(browser, stele.urls.admin, file.login, '/');

      const measure = async (name: string, values: object, row: RegExp): Promise<Figure[]> => {
        const opened: number[] = [];
        const title: number[] = [];
        const field: number[] = [];
        const frames: number[] = [];
        const requests: number[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          const id = await create(values);
          const started = performance.now();
          await page.goto(`${stele.urls.admin}/projects/${file.project_id}/entries/${id}`);
          await page.getByLabel('Title').waitFor();
          await page.getByRole('button', { name: row }).last().waitFor();
          opened.push(performance.now() - started);
          await page.getByLabel('Title').focus();
          const inTitle = await type(page);
          await page.getByRole('button', { name: row }).nth(5).click();
          await page.getByLabel('Field 1').first().focus();
          const inField = await type(page);
          title.push(percentile([...inTitle.busy], 0.95));
          field.push(percentile([...inField.busy], 0.95));
          frames.push(percentile([...inTitle.frame, ...inField.frame], 0.95));
          requests.push(inTitle.requests + inField.requests);
          say(`${name}, round ${round + 1}: ${Math.round(opened.at(-1) ?? 0)} ms to open`);
        }
        return [
          figure(`${name}: opened`, 'ms', opened, { atMost: 1000 }),
          figure(`${name}: key in the title, p95`, 'ms', title, { atMost: 16 }),
          figure(`${name}: key in a row, p95`, 'ms', field, { atMost: 16 }),
          figure(`${name}: key to the next frame, p95`, 'ms', frames),
          figure(`${name}: requests during 240 keys`, '', requests),
        ];
      };
      return [
        ...(await measure('200 blocks', BLOCKS_ENTRY, /^Part \d+/)),
        ...(await measure('300 rows', ROWS_ENTRY, /^Item \d+/)),
      ];
    }),
};
