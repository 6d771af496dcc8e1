import path from 'node:path';
import { refusalOf, UserError } from '../errors.ts';
import type { Io } from '../io.ts';
import { Output } from '../output/output.ts';
import { counted, entriesText, listed } from '../output/words.ts';
import { openSession, type SharedOptions } from '../session.ts';
import { readTextIfThere, writeFileAtomically } from '../write-file.ts';

export interface TranslationsExportOptions extends SharedOptions {
  readonly state?: string;
  readonly collection?: string;
  readonly out?: string;
  readonly force?: boolean;
}

/** `stele translations export LOCALE`: writes texts to translate as XLIFF, at most a hundred entries in a file. */
export async function translationsExportCommand(
  io: Io,
  locale: string,
  { state, collection, out = 'translations', force = false, ...options }: TranslationsExportOptions,
): Promise<number> {
  const output = new Output(io, options);
  const { api } = await openSession(io, options, output, { admin: 'Exporting' });
  const files: string[] = [];
  let entries = 0;
  let cursor: string | null = null;
  do {
    const query = { ...(state && { state }), ...(collection && { collection }), ...(cursor && { cursor }) };
    const page: { xliff: string | null; entries: number; next_cursor: string | null } = await api.get(
      '/translations/{locale}/xliff',
      { params: { path: { locale }, query } },
    );
    if (page.xliff !== null) {
      const file = path.join(out, `${locale}-${files.length + 1}.xlf`);
      if (!force && (await readTextIfThere(io, file)) !== null) {
        throw new UserError(`${file} is there already. To overwrite it, run the command again with --force.`);
      }
      await writeFileAtomically(io, file, page.xliff);
      files.push(file);
    }
    entries += page.entries;
    cursor = page.next_cursor;
  } while (cursor !== null);
  output.result({ locale, entries, files });
  output.say(
    files.length === 0
      ? `There is nothing to translate into ${locale}.`
      : `Wrote the texts of ${entriesText(entries)} to ${listed(files)}.`,
  );
  return 0;
}

export interface TranslationsImportOptions extends SharedOptions {
  readonly acceptChangedSource?: boolean;
}

/**
 * `stele translations import FILE…`: saves translations as drafts. Exits with 1 when an entry was refused, with 2 when a file was;
 * neither stops the others.
 */
export async function translationsImportCommand(
  io: Io,
  files: readonly string[],
  { acceptChangedSource = false, ...options }: TranslationsImportOptions,
): Promise<number> {
  const output = new Output(io, options);
  const { api } = await openSession(io, options, output, { admin: 'Importing' });
  const send = async (file: string) => {
    const xliff = await readTextIfThere(io, file);
    if (xliff === null) throw new UserError(`There is no file ${file}.`);
    const body = { xliff, ...(acceptChangedSource && { accept_changed_source: true }) };
    return api.post('/translations/import', { body });
  };
  const results = [];
  const failed: { readonly file: string; readonly error: string }[] = [];
  for (const file of files) {
    const answer = await send(file).catch(refusalOf);
    if (typeof answer === 'string') {
      failed.push({ file, error: answer });
      output.note(`${file} was not imported: ${answer}`);
      continue;
    }
    const { locale, data } = answer;
    results.push(...data.map((entry) => ({ file, locale, ...entry })));
    const count = (result: string): number => data.filter((entry) => entry.result === result).length;
    output.say(
      `${file}: saved ${entriesText(count('saved'))} as drafts in ${locale}; ${count('unchanged')} unchanged.`,
    );
    for (const { entry_id: id, error, untranslated_fields: left } of data) {
      if (error) {
        const places = error.details.map(({ path: at, message }) => `\n  ${at.join('.')}: ${message}`);
        output.say(`${id} was refused: ${error.message}${places.join('')}`);
      } else if (left.length > 0)
        output.say(`${id}: ${counted(left.length, 'field')} not translated: ${listed(left)}.`);
    }
  }
  output.result({ data: results, ...(failed.length > 0 && { failed }) });
  if (failed.length > 0) return 2;
  return results.some(({ result }) => result === 'refused') ? 1 : 0;
}
