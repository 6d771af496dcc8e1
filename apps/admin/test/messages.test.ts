import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { compile, placeholders, pluralsOf, readMessages } from '../scripts/compile-messages.ts';
import { LANGUAGES, localeOf } from '../src/i18n/languages.ts';
import { sayIn } from '../src/i18n/say.ts';

const messages = readMessages();

/** Texts by their path, such as `list.done.publish`. */
function textsOf(tree: unknown, place = ''): [place: string, text: string][] {
  if (typeof tree === 'string') return [[place.slice(1), tree]];
  return Object.entries(tree as object).flatMap(([key, value]) => textsOf(value, `${place}.${key}`));
}

const english = new Map(textsOf(messages.en));
/** Where English has none, because the server's own words are shown. */
const LEFT_TO_SERVER = /^(?:errors|details|fileErrors)\./;

const listed = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

/** Runs a message with facts, in a language. */
function say(language: (typeof LANGUAGES)[number], message: string, facts: object): string {
  const { choice, number, plural } = sayIn(language);
  const code = compile(message, message, 'test').replace(/^\(_?a: [^)]*\): string =>/, '(a) =>');
  return new Function('choice', 'number', 'plural', `return ${code};`)(choice, number, plural)(facts);
}

it('there is a file for each language of the list, and no other', () => {
  expect(Object.keys(messages).sort()).toEqual([...LANGUAGES].sort());
});

it.each(LANGUAGES)('%s has every message, and none that English lacks', (language) => {
  const texts = new Map(textsOf(messages[language]));
  expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
  const empty = [...texts].filter(([, text]) => !text).map(([place]) => place);
  const isMeant = (place: string): boolean => !english.get(place) && (language === 'en' || !LEFT_TO_SERVER.test(place));
  expect(empty.filter((place) => !isMeant(place))).toEqual([]);
});

it.each(LANGUAGES)('%s uses the placeholders that English has', (language) => {
  const wrong = textsOf(messages[language]).filter(([place, text]) => {
    const other = english.get(place) ?? '';
    const names = (message: string): string => [...placeholders(message).keys()].sort().join();
    return other !== '' && names(text) !== names(other);
  });
  expect(wrong).toEqual([]);
});

it.each(LANGUAGES)('%s says each plural for all numbers that its grammar tells apart', (language) => {
  const categories = new Intl.PluralRules(localeOf(language)).resolvedOptions().pluralCategories;
  const wrong = textsOf(messages[language]).filter(([, text]) =>
    pluralsOf(text).some((cases) => !cases.includes('other') || cases.some((name) => !isCase(name, categories))),
  );
  expect(wrong).toEqual([]);
});

const isCase = (name: string, categories: readonly string[]): boolean =>
  name.startsWith('=') || categories.includes(name);

it('compiles names, numbers, plurals and choices', () => {
  const message = '{count, plural, =0 {None} one {# entry of {name}} other {# entries of {name}}}';
  const said = [0, 1, 1200].map((count) => say('en', message, { count, name: 'Ada' }));
  expect(said).toEqual(['None', '1 entry of Ada', '1,200 entries of Ada']);
  expect(say('de', message, { count: 1200, name: 'Ada' })).toBe('1.200 entries of Ada');
  expect(say('en', "It''s {isNew, select, true {new} other {old}}: '{'a'}'", { isNew: true })).toBe("It's new: {a}");
});

it('isolates names in languages that are written from right to left', () => {
  expect(compile('حُذف {name}.', '{name}', 'test', true)).toContain('"\\u2068" + a.name + "\\u2069"');
});

it('refuses a placeholder that English lacks, and says where it is', () => {
  expect(() => compile('{naem}', '{name}', 'de.json, list.title')).toThrow(
    'de.json, list.title: English has no {naem}.',
  );
});

it('parts that are loaded later wait for their words', () => {
  const src = path.join(import.meta.dirname, '..', 'src');
  const waiting = /(?:lazyPart|lazyScreen)\(\s*async \(\) => \(await import\(/g;
  const isTable = (file: string): boolean => file.endsWith('/feature.ts');
  const without = listed(src).filter((file) => {
    if (isTable(file)) return false;
    const text = readFileSync(path.join(src, file), 'utf8').replaceAll(waiting, '').replaceAll('withWords(import(', '');
    return /import\(\s*'[^']+(?<!-library)\.tsx'/.test(text);
  });
  // `lazyScreen` loads what these and the tables of features name.
  expect(without.sort()).toEqual(['shell/app.tsx', 'shell/pages.ts', 'shell/shell-frame.tsx']);
});
