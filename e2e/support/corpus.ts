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

/** A documentation site in eight languages, when it's beside the project. */
const CORPUS = process.env.STELE_CORPUS ?? path.join(ROOT, '..', 'shared', 'data', 'astro-docs.jsonl.gz');

/** The file to import, and what's in it: the corpus, or documents made up in the given folder. */
export async function documentsToImport(
  folder: string,
  madeUp: () => readonly Document[],
): Promise<{ readonly file: string; readonly documents: readonly Document[] }> {
  if (!existsSync(CORPUS)) {
    process.stdout.write('the corpus is not beside the project: importing made-up documents instead\n');
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
