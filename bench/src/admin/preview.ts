import { type AdminPage, launchBrowser, openAdmin } from '@stele/e2e/support/browser';
import { findChromium } from '@stele/e2e/support/chromium';
import { PreviewSite } from '@stele/e2e/support/preview-site';
import { Processes } from '@stele/e2e/support/processes';
import { type Bench, ROUNDS } from '../bench.ts';
import { withCleanUp } from '../clean-up.ts';
import { figure, percentile } from '../statistics.ts';
import { type } from './typing.ts';

const SAVES = 10;

const NOTES = {
  key: 'notes',
  label: 'Notes',
  singleton: false,
  order: null,
  title_field: 'title',
  preview: '/{locale}/notes/{slug}',
  fields: [
    { key: 'title', label: 'Title', type: 'text', required: false, localized: true },
    { key: 'slug', label: 'Slug', type: 'slug', required: false, localized: false, unique: false },
    { key: 'body', label: 'Body', type: 'markdown', required: false, localized: true },
  ],
};

/** Runs in the form: notes when each key was pressed, by the text that it made. */
const NOTE_KEYS = `
  window.pressed = {};
  window.addEventListener('keydown', () => {
    const at = performance.timeOrigin + performance.now();
    window.addEventListener('input', ({ target }) => { window.pressed[target.value] = at; }, { once: true, capture: true });
  }, { capture: true });
`;

/** Runs in the website: notes when each text of an element was painted. */
const NOTE_PAINTS = `
  window.painted = {};
  new MutationObserver(() => {
    const text = document.querySelector('h1').textContent;
    requestAnimationFrame(() => {
      const after = new MessageChannel();
      after.port1.onmessage = () => { window.painted[text] ??= performance.timeOrigin + performance.now(); };
      after.port2.postMessage(null);
    });
  }).observe(document.querySelector('h1'), { childList: true, characterData: true, subtree: true });
`;

type Times = Readonly<Record<string, number>>;

/** Writing beside the preview of a website that listens to the editor. */
export const previewBench: Bench = {
  name: 'preview',
  title: 'writing beside the preview of a website, in Chromium',
  needsPostgres: false,
  run: ({ say }) =>
    withCleanUp(async (later) => {
      const stele = await Processes.start({ STELE_LIMITS: 'off' });
      later(() => stele.end());
      const browser = await launchBrowser(findChromium() ?? {});
      later(() => browser.close());
      const file = await stele.instance();
      const { api, admin } = stele.urls;
      const { project_id: projectId, tokens } = file;
      const send = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
        const answer = await fetch(`${api}/v1/projects/${projectId}${path}`, {
          method,
          headers: { authorization: `Bearer ${tokens.admin}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        });
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
        return (await answer.json()) as Answer;
      };
      const { schema, version } = await send<{ version: number; schema: { collections: object[] } }>('GET', '/schema');
      const collections = [...schema.collections, NOTES];
      await send('POST', '/schema/sync', { schema: { ...schema, collections }, base_version: version });
      const site = new PreviewSite({ api, admin, projectId, token: tokens.admin, collection: 'notes' });
      await site.start();
      later(async () => site.close());
      await send('PATCH', '', { preview_sites: [{ name: 'Website', url: site.url }] });
      const { page } = await openAdmin(browser, admin, file.login, '/');

      const [keys, pixels, saves]: [number[], number[], number[]] = [[], [], []];
      for (let round = 0; round < ROUNDS; round++) {
        const slug = `note-${round}`;
        const values = { en: { title: 'A', slug, body: 'It stood.' } };
        const { id } = await send<{ id: string }>('POST', '/entries', { collection_key: 'notes', values });
        await page.goto(`${admin}/projects/${projectId}/entries/${id}`);
        await page.getByLabel('Title').waitFor();
        const button = page.getByRole('button', { name: 'Live preview' });
        if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
        await page.locator('iframe[data-answer="hello"]').waitFor();
        const shown = page.frames().find((frame) => frame.url() === `${site.url}/en/notes/${slug}`);
        if (!shown) throw new Error('The website is not shown.');
        await shown.evaluate(NOTE_PAINTS);
        await page.evaluate(NOTE_KEYS);
        await page.getByLabel('Title').focus();
        const { busy } = await type(page);
        keys.push(percentile([...busy], 0.95));
        const pressed = await page.evaluate<Times>('window.pressed');
        await shown.getByText(Object.keys(pressed).at(-1) ?? '').waitFor();
        const painted = await shown.evaluate<Times>('window.painted');
        // Texts that followed each other within one frame weren't painted by themselves.
        const waits = Object.entries(pressed).flatMap(([text, at]) => (painted[text] ? [painted[text] - at] : []));
        pixels.push(percentile(waits, 0.95));
        saves.push(percentile(await reloads(page, site.url), 0.95));
        const [key, pixel, save] = [keys, pixels, saves].map((list) => Math.round(list.at(-1) ?? 0));
        say(
          `round ${round + 1}: ${key} ms for a key, ${pixel} ms to the website, ${save} ms from a save to its page (p95)`,
        );
      }
      return [
        figure('key in the form, p95', 'ms', keys, { atMost: 16 }),
        figure('from a key to the website’s pixels, p95', 'ms', pixels, { atMost: 300 }),
        figure('from the answer of a save to the page that was loaded again, p95', 'ms', saves, { atMost: 1000 }),
      ];
    }),
};

/** Changes a text that the website shows only once it's saved. @returns the times from answers of saves until it's shown, in milliseconds */
async function reloads(page: AdminPage['page'], siteUrl: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < SAVES; n++) {
    const text = `It stood ${n}.`;
    const answered = page.waitForResponse((answer) => answer.request().postData()?.includes(text) ?? false);
    await page.getByRole('textbox', { name: 'Body' }).fill(text);
    await answered;
    const started = performance.now();
    const frame = page.frames().find((one) => one.url().startsWith(siteUrl));
    await frame?.getByText(text).waitFor();
    times.push(performance.now() - started);
  }
  return times;
}
