import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { directionOf } from '../src/i18n/direction.ts';

const ADMIN = path.join(import.meta.dirname, '..');
const MESSAGES = path.join(ADMIN, 'messages');
const OUT = path.join(ADMIN, 'generated', 'messages');
const CATALOG = 'en';

/** Messages by key, at any depth; a list is a label and its help. */
type Messages = string | Sections;
type Sections = { readonly [key: string]: Messages };
type PlaceholderType = 'number' | 'boolean' | 'string' | 'string | number';

/** Sections that are loaded together, since the same screens use them. Each other section is loaded alone. */
const BUNDLES: Readonly<Record<string, readonly string[]>> = {
  first: ['common', 'shell', 'gate', 'list', 'entries', 'presence', 'changes'],
  editor: ['editor', 'fields', 'form', 'check', 'comments', 'page'],
  richtext: ['richtext', 'markdown'],
  errors: ['errors', 'details', 'fileErrors'],
};

/** The messages of each language, by its code; keys that begin with `$` are notes about the file. */
export function readMessages(): Record<string, Sections> {
  const languages = readdirSync(MESSAGES).map((file) => path.basename(file, '.json'));
  return Object.fromEntries(
    languages.map((language) => {
      const all: Sections = JSON.parse(readFileSync(path.join(MESSAGES, `${language}.json`), 'utf8'));
      return [language, Object.fromEntries(Object.entries(all).filter(([key]) => !key.startsWith('$')))];
    }),
  );
}

/** The placeholders of a message and their types in TypeScript. */
export function placeholders(message: string): Map<string, PlaceholderType> {
  const types = new Map<string, PlaceholderType>();
  const note = (name: string, type: PlaceholderType): void => {
    if (type !== 'string | number' || !types.has(name)) types.set(name, type);
  };
  const visit = (all: readonly MessageFormatElement[]): void => {
    for (const part of all) {
      if (part.type === TYPE.argument) note(part.value, 'string | number');
      if (part.type === TYPE.plural) note(part.value, 'number');
      if (part.type === TYPE.select) note(part.value, Object.hasOwn(part.options, 'true') ? 'boolean' : 'string');
      for (const [, value] of casesOf(part)) visit(value);
    }
  };
  visit(parts(message));
  return types;
}

/** The cases of each plural in a message. */
export function pluralsOf(message: string): string[][] {
  const pluralsIn = (all: readonly MessageFormatElement[]): string[][] =>
    all.flatMap((part) => {
      const cases = casesOf(part);
      const inner = cases.flatMap(([, value]) => pluralsIn(value));
      return part.type === TYPE.plural ? [cases.map(([name]) => name), ...inner] : inner;
    });
  return pluralsIn(parts(message));
}

function casesOf(part: MessageFormatElement): [name: string, value: MessageFormatElement[]][] {
  return 'options' in part ? Object.entries(part.options).map(([name, { value }]) => [name, value]) : [];
}

function parts(message: string): MessageFormatElement[] {
  return parse(message, { ignoreTag: true, requiresOtherClause: true });
}

/**
 * An expression of JavaScript for the parts of a message.
 *
 * @param isRtl names and numbers are isolated then, so that each keeps its own direction
 * @param plural placeholder that `#` stands for
 */
function expression(all: readonly MessageFormatElement[], isRtl: boolean, plural: string | null = null): string {
  const said = all.map((part) => {
    if (part.type === TYPE.literal) return JSON.stringify(part.value);
    if (part.type === TYPE.argument) return isRtl ? `"\\u2068" + a.${part.value} + "\\u2069"` : `a.${part.value}`;
    if (part.type === TYPE.pound) return `number(a.${plural})`;
    const isPlural = part.type === TYPE.plural;
    if (!isPlural && part.type !== TYPE.select) throw new Error('A message has text, names, plurals and choices.');
    const cases = casesOf(part).map(
      ([name, value]) => `${JSON.stringify(name)}: ${expression(value, isRtl, isPlural ? part.value : plural)}`,
    );
    return `${isPlural ? 'plural' : 'choice'}(a.${part.value}, { ${cases.join(', ')} })`;
  });
  if (said.length === 0) return '""';
  return said[0]?.startsWith('"') ? said.join(' + ') : `"" + ${said.join(' + ')}`;
}

/** Messages by the keys of some, with the texts of others where these have one. */
function overlay(messages: Messages, others: Messages | undefined): Messages {
  if (typeof messages === 'string') return others || messages;
  const entries = Object.entries(messages).map(([key, one]) => [key, overlay(one, childOf(others, key))]);
  const overlaid: Sections = Object.fromEntries(entries);
  return Array.isArray(messages) ? Object.assign([], overlaid) : overlaid;
}

function childOf(messages: Messages | undefined, key: string): Messages | undefined {
  return typeof messages === 'object' ? messages[key] : undefined;
}

/**
 * Messages in TypeScript: objects of texts, and of functions where a message has placeholders.
 *
 * @param catalog the messages whose placeholders are taken, with the same keys
 */
export function compile(messages: Messages, catalog: Messages | undefined, place: string, isRtl = false): string {
  if (typeof messages === 'object') {
    const entries = Object.entries(messages).map(([key, one]): [string, string] => [
      key,
      compile(one, childOf(catalog, key), `${place}.${key}`, isRtl),
    ]);
    if (Array.isArray(messages)) return `[${entries.map(([, code]) => code).join(', ')}]`;
    return `{ ${entries.map(([key, code]) => `${JSON.stringify(key)}: ${code}`).join(',\n')} }`;
  }
  try {
    const taken = placeholders(typeof catalog === 'string' ? catalog : '');
    const unknown = [...placeholders(messages).keys()].find((name) => !taken.has(name));
    if (unknown) throw new Error(`English has no {${unknown}}.`);
    const said = expression(parts(messages), isRtl);
    if (taken.size === 0) return said;
    const types = [...taken].map(([name, type]) => `${name}: ${type}`).join('; ');
    return `(${placeholders(messages).size > 0 ? 'a' : '_a'}: { ${types} }): string => ${said}`;
  } catch (error) {
    throw new Error(`${place}: ${error instanceof Error ? error.message : error}`);
  }
}

function bundleFile(sections: readonly string[], messages: Messages, catalog: Messages, language: string): string {
  const isRtl = directionOf(language) === 'rtl';
  const compiled = sections.map((section) => {
    const place = `${language}.json, ${section}`;
    const said = compile(childOf(messages, section) ?? '', childOf(catalog, section), place, isRtl);
    return `export const ${section} = ${said};\n`;
  });
  const head = `import { sayIn } from '@/i18n/say.ts';\nexport const { choice, number, plural } = sayIn('${language}');\n`;
  return `${head}${compiled.join('')}`;
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The module of a bundle: its words are undefined until `withWords` has awaited them. */
function bundleModule(bundle: string, sections: readonly string[], languages: readonly string[]): string {
  const loaders = languages.map((language) => `  ${language}: () => import('./${language}/${bundle}.ts'),`);
  return [
    `import { loadWords } from '@/i18n/load-words.ts';`,
    `import type * as words from './${CATALOG}/${bundle}.ts';`,
    ...sections.map((section) => `export type ${capital(section)}Words = typeof words.${section};`),
    ...sections.map((section) => `export let ${section}: ${capital(section)}Words;`),
    `loadWords<typeof words>({\n${loaders.join('\n')}\n}, (loaded) => {`,
    ...sections.map((section) => `  ${section} = loaded.${section};`),
    '});\n',
  ].join('\n');
}

/** Writes the modules of all messages: `#messages/SECTION` for the code, and one for each bundle and language. */
export function compileMessages(): void {
  const messages = readMessages();
  const languages = Object.keys(messages);
  const english: Messages = messages[CATALOG] ?? {};
  const catalog = overlay(Object.values(messages).reduce(overlay, english), english);
  const bundled = Object.values(BUNDLES).flat();
  const alone = Object.keys(catalog).filter((section) => !bundled.includes(section));
  const bundles = { ...BUNDLES, ...Object.fromEntries(alone.map((section) => [section, [section]])) };
  for (const language of languages) mkdirSync(path.join(OUT, language), { recursive: true });
  const written = new Set<string>();
  const write = (name: string, text: string): void => {
    const file = path.join(OUT, name);
    written.add(name);
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  };
  for (const [bundle, sections] of Object.entries(bundles)) {
    for (const language of languages) {
      const said = overlay(english, messages[language]);
      write(path.join(language, `${bundle}.ts`), bundleFile(sections, said, catalog, language));
    }
    write(`${bundle}.ts`, bundleModule(bundle, sections, languages));
    for (const section of sections.filter((one) => one !== bundle)) {
      const type = `${capital(section)}Words`;
      write(`${section}.ts`, `export { ${section}, type ${type} } from './${bundle}.ts';\n`);
    }
  }
  for (const name of readdirSync(OUT, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.ts') && !written.has(name)) rmSync(path.join(OUT, name));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) compileMessages();
