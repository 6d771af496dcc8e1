import path from 'node:path';
import { expect, test } from 'vitest';
import { selectDatabase } from './database-settings.ts';

test('DATABASE_URL decides for a server', () => {
  const url = 'postgres://stele@db.example/stele';
  expect(selectDatabase({ DATABASE_URL: url, STELE_DATA_DIR: '/data' })).toEqual({ kind: 'postgres', url });
});

test('without it, or with an empty one, the database is embedded in the data folder', () => {
  expect(selectDatabase({ DATABASE_URL: '', STELE_DATA_DIR: '/data' })).toEqual({
    kind: 'pglite',
    directory: path.resolve('/data/database'),
  });
  expect(selectDatabase({})).toEqual({ kind: 'pglite', directory: path.resolve('.stele/database') });
});
