import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { eachConnected } from './support/connected.ts';

const at = eachConnected({ locales: ['en', 'de'], name: 'Blog' });

it('stele translations: texts go out as XLIFF, and come back as drafts', async () => {
  await at.push({ posts: 'title: s.text({ localized: true })' });
  expect((await at.stele('translations', 'export', 'de')).stdout).toBe('There is nothing to translate into de.\n');
  const id = await at.publish('posts', { en: { title: 'Hello' } });
  const out = await at.stele('translations', 'export', 'de', '--out', 'out');
  expect([out.code, out.stdout, out.stderr]).toEqual([
    0,
    `Wrote the texts of 1 entry to ${path.join('out', 'de-1.xlf')}.\n`,
    '',
  ]);
  const file = path.join(at.place.folder, 'out', 'de-1.xlf');
  const xliff = await readFile(file, 'utf8');
  await writeFile(file, xliff.replace('</source>', '</source><target>Hallo</target>'));
  const twice = await at.stele('translations', 'export', 'de', '--out', 'out');
  expect([twice.code, twice.stderr]).toEqual([
    2,
    expect.stringContaining(`${path.join('out', 'de-1.xlf')} is there already.`),
  ]);
  expect(await readFile(file, 'utf8')).toContain('<target>Hallo</target>');
  const back = await at.stele('translations', 'import', 'out/de-1.xlf');
  expect([back.code, back.stdout]).toEqual([0, 'out/de-1.xlf: saved 1 entry as drafts in de; 0 unchanged.\n']);
  const entry = (await at.project.api.get(`${at.entries}/${id}`)).body;
  expect(entry).toMatchObject({ values: { de: { title: 'Hallo' } }, locales_status: { en: 'published', de: 'draft' } });

  await at.project.api.patch(`${at.entries}/${id}/draft`, {
    values: { en: { title: 'Goodbye' } },
    base_version: entry.version,
  });
  await writeFile(file, xliff.replace('</source>', '</source><target>Guten Tag</target>'));
  const refused = await at.stele('translations', 'import', 'out/de-1.xlf');
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain(`${id} was refused: `);
  expect(refused.stdout).toContain('values.en.title: This was changed after version');
  const anyway = await at.stele('translations', 'import', 'out/de-1.xlf', '--accept-changed-source', '--json');
  expect(anyway.code).toBe(1);
  expect(JSON.parse(anyway.stdout).data[0]).toMatchObject({
    entry_id: id,
    error: { code: 'entry.version_conflict', details: [{}, { path: ['values', 'de', 'title'] }] },
  });
  const again = await at.stele('translations', 'export', 'de', '--state', 'outdated', '--json');
  expect(JSON.parse(again.stdout)).toEqual({
    locale: 'de',
    entries: 1,
    files: [path.join('translations', 'de-1.xlf')],
  });
  await at.place.write('bad.xlf', 'no XLIFF');
  const mixed = await at.stele('translations', 'import', 'none.xlf', 'bad.xlf', 'out/de-1.xlf');
  expect(mixed.stderr).toContain('none.xlf was not imported: There is no file none.xlf.');
  expect(mixed.stderr).toContain('bad.xlf was not imported: ');
  expect([mixed.code, mixed.stdout]).toEqual([2, expect.stringContaining('out/de-1.xlf: saved ')]);
});
