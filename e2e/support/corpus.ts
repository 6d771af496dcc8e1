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

/** The fewest documents that contain everything the tests look for, however small the share of the long ring. */
const FEWEST = 60;

/**
 * The file to import, and its content: with TEST_LONG=1 the corpus, or the part of it that TEST_LONG_SHARE asks for, else
 * generated documents. Files that import this run in the long ring, too.
 *
 * @param folder for the file, when it isn't the corpus itself
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
  const documents = isLong && existsSync(CORPUS) ? await readCorpus() : madeUp();
  const file = path.join(folder, 'documents.jsonl');
  await writeFile(file, documents.map((document) => JSON.stringify(document)).join('\n'));
  return { file, documents };
}

async function readCorpus(): Promise<Document[]> {
  const documents: Document[] = [];
  for await (const line of createInterface({ input: createReadStream(CORPUS).pipe(createGunzip()) }))
    documents.push(JSON.parse(line) as Document);
  const share = Math.max(Number(process.env.TEST_LONG_SHARE ?? 1), FEWEST / documents.length);
  const step = Math.max(1, Math.floor(1 / share));
  return documents.filter((_, index) => index % step === 0);
}
