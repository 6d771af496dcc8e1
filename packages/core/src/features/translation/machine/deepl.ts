import { createHash } from 'node:crypto';
import { z } from 'zod';
import { inBatches } from './in-batches.ts';
import { askService, type ServiceAddress, serviceFailed, type Term, type TranslateTexts } from './service.ts';

/** The most texts of a request, and below its 128 KiB, with room for escapes (https://developers.deepl.com/api-reference/translate). */
const BATCH = { texts: 50, characters: 30_000 };
/** Languages that DeepL translates into only as one of some variants; of others, the language alone is named. */
const VARIANTS: Readonly<Record<string, (locale: Intl.Locale) => string>> = {
  EN: ({ region }) => (region === undefined || region === 'US' ? 'EN-US' : 'EN-GB'),
  PT: ({ region }) => (region === 'BR' ? 'PT-BR' : 'PT-PT'),
  ZH: (locale) => (locale.maximize().script === 'Hant' ? 'ZH-HANT' : 'ZH-HANS'),
};

const translations = z.object({ translations: z.array(z.object({ text: z.string() })) });
const glossary = z.object({ glossary_id: z.string(), name: z.string() });
const glossaries = z.object({ glossaries: z.array(glossary) });

/** Where DeepL is, by the key: keys of free accounts end with `:fx`. */
export function deeplUrl(key: string): string {
  return key.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com';
}

/**
 * Translates with DeepL, which keeps the terms of a project and language as a glossary. When terms change, a new glossary replaces it.
 *
 * @param owner names the glossaries of a project
 */
export function deepl({ client, url, key, signal }: ServiceAddress, owner: string): TranslateTexts {
  const ask = (path: string, method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<unknown> =>
    askService(client, `${url}${path}`, {
      method,
      signal,
      headers: { authorization: `DeepL-Auth-Key ${key}` },
      ...(body && { body: JSON.stringify(body) }),
    });
  return async ({ texts, isXml, from, to, glossary: terms }) => {
    const source = languageOf(from);
    const id =
      terms.length > 0 ? await findGlossary(ask, `Stele ${owner} ${from}-${to}`, source, languageOf(to), terms) : null;
    return inBatches(texts, BATCH, async (some) => {
      const answer = await ask('/v2/translate', 'POST', {
        text: some,
        source_lang: source,
        target_lang: targetOf(to),
        ...(isXml && { tag_handling: 'xml' }),
        ...(id !== null && { glossary_id: id }),
      });
      const said = translations.safeParse(answer).data?.translations;
      if (said?.length !== some.length) throw serviceFailed('Its answer does not have all texts.');
      return said.map(({ text }) => text);
    });
  };
}

type Ask = (path: string, method: 'GET' | 'POST' | 'DELETE', body?: object) => Promise<unknown>;

/** The glossary with some terms, which is made unless there is one. Earlier ones of the same name go. */
async function findGlossary(
  ask: Ask,
  name: string,
  source: string,
  target: string,
  terms: readonly Term[],
): Promise<string> {
  const entries = terms.map(({ term, translation }) => `${term}\t${translation}`).join('\n');
  const version = createHash('sha256').update(entries).digest('hex').slice(0, 16);
  const known = glossaries.safeParse(await ask('/v2/glossaries', 'GET')).data?.glossaries;
  if (!known) throw serviceFailed('It does not list its glossaries.');
  const own = known.find((one) => one.name === `${name} ${version}`);
  if (own) return own.glossary_id;
  // First the earlier ones: free accounts have one.
  for (const old of known.filter((one) => one.name.startsWith(`${name} `))) {
    await ask(`/v2/glossaries/${encodeURIComponent(old.glossary_id)}`, 'DELETE');
  }
  const made = glossary.safeParse(
    await ask('/v2/glossaries', 'POST', {
      name: `${name} ${version}`,
      source_lang: source,
      target_lang: target,
      entries,
      entries_format: 'tsv',
    }),
  ).data;
  if (!made) throw serviceFailed('It did not make a glossary.');
  return made.glossary_id;
}

function languageOf(locale: string): string {
  return (locale.split('-', 1)[0] ?? locale).toUpperCase();
}

/** The language as DeepL names it as a target. @param locale a BCP 47 tag */
export function targetOf(locale: string): string {
  const language = languageOf(locale);
  return VARIANTS[language]?.(new Intl.Locale(locale)) ?? language;
}
