import { createReadStream, existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { ROOT } from './instance.ts';

/** A page in several languages, as `stele import` takes it. */
export interface Document {
  readonly slug: string;
  readonly locales: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const LOCALES = ['en', 'fr', 'ko', 'zh-cn', 'es', 'pt-br', 'ja', 'de'] as const;

/** A documentation site in eight languages, if it's in a folder beside the project. */
const CORPUS = process.env.STELE_CORPUS ?? path.join(ROOT, '..', 'shared', 'data', 'astro-docs.jsonl.gz');

/**
 * The file to import, and its content: the corpus with TEST_LONG=1, else generated documents in the given folder. Files
 * that import this run in both rings.
 */
export async function documentsToImport(
  folder: string,
  madeUp: () => readonly Document[],
): Promise<{ readonly file: string; readonly documents: readonly Document[] }> {
  const isLong = Boolean(process.env.TEST_LONG);
  if (isLong && !existsSync(CORPUS))
    process.stdout.write(
      'skipped: no documentation site to import (STELE_CORPUS names one); made-up pages took its place\n',
    );
  if (!isLong || !existsSync(CORPUS)) {
    const documents = madeUp();
    const file = path.join(folder, 'made-up.jsonl');
    await writeFile(file, documents.map((document) => JSON.stringify(document)).join('\n'));
    return { file, documents };
  }
  const documents: Document[] = [];
  for await (const line of createInterface({ input: createReadStream(CORPUS).pipe(createGunzip()) }))
    documents.push(JSON.parse(line) as Document);
  return { file: CORPUS, documents };
}
