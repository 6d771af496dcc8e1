import { afterAll, beforeAll, expect, it } from 'vitest';
import { PagesProject } from '../../support/pages-project.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({ database: app.database, directory: app.directory });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

it('of pages that two processes publish at one path, one gets it', async () => {
  const site = await PagesProject.make(app);
  const elsewhere = other.client({ token: site.project.tokens.admin });
  for (let round = 0; round < 5; round++) {
    const ids = await Promise.all(Array.from({ length: 6 }, () => site.page(`same-${round}`)));
    const answers = await Promise.all(
      ids.map((id, n) =>
        (n % 2 === 0 ? site.project.api : elsewhere).post(`${site.here}/entries/${id}/publish`, { locales: ['en'] }),
      ),
    );
    const codes = answers.map(({ status, body }) => (status === 200 ? 'live' : body.error.code)).sort();
    expect(codes).toEqual([...Array(5).fill('entry.path_taken'), 'live']);
  }
  expect(Object.values(await site.paths()).sort()).toEqual([0, 1, 2, 3, 4].map((round) => `/same-${round}`));
});

it('pages that two people move below each other are in no circle', async () => {
  const site = await PagesProject.make(app);
  const elsewhere = other.client({ token: site.project.tokens.admin });
  for (let round = 0; round < 5; round++) {
    const [a, b] = [await site.live(await site.page(`a-${round}`)), await site.live(await site.page(`b-${round}`))];
    const answers = await Promise.all([
      site.project.api.post(`${site.here}/pages/${a}/move`, { parent: b }),
      elsewhere.post(`${site.here}/pages/${b}/move`, { parent: a }),
    ]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { status } of answers) expect([200, 400, 409]).toContain(status);
  }
  expect(Object.values(await site.paths())).not.toContain(null);
});
