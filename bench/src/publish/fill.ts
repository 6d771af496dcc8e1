import type { Filling } from '@stele/core/testing/fill-entries';
import { fillProject as fill, type ProjectFilling } from '@stele/core/testing/fill-project';
import { sha256 } from '@stele/snapshot';
import { Pool } from 'pg';

/** An entry's values in one locale, with a text of the given length. */
export function valuesOf(number: number, locale: string, bytes: number): { body: string; title: string } {
  return { body: `${locale} ${number} `.padEnd(bytes, sha256(`${locale} ${number}`)), title: `Entry ${number}` };
}

/** A published entry with such values. */
export function published(number: number, bytes: number): Filling {
  const values = { en: valuesOf(number, 'en', bytes), de: valuesOf(number, 'de', bytes) };
  return { collection: 'posts', state: 'published', title: values.en.title, values };
}

/** Fills a project in the database at a URL. @returns the ids of each set */
export async function fillProject({
  databaseUrl,
  ...filling
}: Omit<ProjectFilling, 'pool'> & { readonly databaseUrl: string }): Promise<string[][]> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  try {
    return await fill({ ...filling, pool });
  } finally {
    await pool.end();
  }
}
