import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

const ADMIN = path.join(import.meta.dirname, '..');
const MESSAGES = path.join(ADMIN, 'messages');
const OUT = path.join(ADMIN, 'generated', 'messages');
const CATALOG = 'en';

/** Sections that come in one file of their own name; each other section is a file. */
const BUNDLES = {
  first: ['common', 'shell', 'list', 'entries', 'editor', 'fields', 'changes', 'media'],
  errors: ['errors', 'details', 'fileErrors'],
};

/** The messages of each language, by its code; keys that begin with `$` are notes about the file. */
export function readMessages(folder = MESSAGES) {
  const languages = readdirSync(folder).map((file) => path.basename(file, '.json'));
  return Object.fromEntries(
    languages.map((language) => {
      const all = JSON.parse(readFileSync(path.join(folder, `${language}.json`), 'utf8'));
      return [language, Object.fromEntries(Object.entries(all).filter(([key]) => !key.startsWith('$')))];
    }),
  );
}

/**
 * The placeholders of a message and their types in TypeScript.
 *
 * @returns {Map<string, 'number' | 'boolean' | 'string' | 'string | number'>}
 */
export function placeholders(message) {
  const types = new Map();
  const note = (name, type) => {
    if (type !== 'string | number' || !types.has(name)) types.set(name, type);
  };
  const visit = (parts) => {
    for (const part of parts) {
      if (part.type === TYPE.argument) note(part.value, 'string | number');
      if (part.type === TYPE.plural) note(part.value, 'number');
      if (part.type === TYPE.select) note(part.value, Object.hasOwn(part.options, 'true') ? 'boolean' : 'string');
      for (const { value } of Object.values(part.options ?? {})) visit(value);
    }
  };
  visit(parts(message));
  return types;
}

function parts(message) {
  return parse(message, { ignoreTag: true, requiresOtherClause: true });
}

/** An expression of JavaScript for the parts of a message. @param plural placeholder that `#` stands for */
function expression(all, plural = null) {
  const said = all.map((part) => {
    if (part.type === TYPE.literal) return JSON.stringify(part.value);
    if (part.type === TYPE.argument) return `a.${part.value}`;
    if (part.type === TYPE.pound) return `number(a.${plural})`;
    const isPlural = part.type === TYPE.plural;
    if (!isPlural && part.type !== TYPE.select) throw new Error('A message has text, names, plurals and choices.');
    const cases = Object.entries(part.options).map(
      ([name, { value }]) => `${JSON.stringify(name)}: ${expression(value, isPlural ? part.value : plural)}`,
    );
    return `${isPlural ? 'plural' : 'choice'}(a.${part.value}, { ${cases.join(', ')} })`;
  });
  if (said.length === 0) return '""';
  return said[0].startsWith('"') ? said.join(' + ') : `"" + ${said.join(' + ')}`;
}

/** Messages by the keys of some, with the texts of others where these have one. */
function overlay(messages, others) {
  if (typeof messages !== 'object') return others || messages;
  if (Array.isArray(messages)) return messages.map((one, index) => overlay(one, others?.[index]));
  return Object.fromEntries(Object.entries(messages).map(([key, one]) => [key, overlay(one, others?.[key])]));
}

/**
 * Messages in TypeScript: objects of texts, and of functions where a message has placeholders.
 *
 * @param catalog the messages whose placeholders are taken, with the same keys
 */
function compile(messages, catalog, place) {
  if (Array.isArray(messages)) {
    return `[${messages.map((one, index) => compile(one, catalog[index], `${place}.${index}`)).join(', ')}]`;
  }
  if (typeof messages === 'object') {
    const entries = Object.entries(messages);
    return `{ ${entries.map(([key, one]) => `${JSON.stringify(key)}: ${compile(one, catalog[key], `${place}.${key}`)}`).join(',\n')} }`;
  }
  try {
    const taken = placeholders(catalog);
    const unknown = [...placeholders(messages).keys()].find((name) => !taken.has(name));
    if (unknown) throw new Error(`English has no {${unknown}}.`);
    const said = expression(parts(messages));
    if (taken.size === 0) return said;
    const types = [...taken].map(([name, type]) => `${name}: ${type}`).join('; ');
    return `(${placeholders(messages).size > 0 ? 'a' : '_a'}: { ${types} }): string => ${said}`;
  } catch (error) {
    throw new Error(`${place}: ${error.message}`);
  }
}

function bundleFile(sections, messages, catalog, language) {
  const compiled = sections.map((section) => {
    const said = compile(messages[section], catalog[section], `${language}.json, ${section}`);
    return `export const ${section} = ${said};\n`;
  });
  const head = `import { sayIn } from '@/i18n/say.ts';\nexport const { choice, number, plural } = sayIn('${language}');\n`;
  return `${head}${compiled.join('')}`;
}

const capital = (name) => name[0].toUpperCase() + name.slice(1);

/** The module of a bundle: its words are undefined until `withWords` has awaited them. */
function bundleModule(bundle, sections, languages) {
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
export function compileMessages() {
  const messages = readMessages();
  const languages = Object.keys(messages);
  const english = messages[CATALOG];
  const catalog = overlay(Object.values(messages).reduce(overlay, english), english);
  const bundled = Object.values(BUNDLES).flat();
  const alone = Object.keys(catalog).filter((section) => !bundled.includes(section));
  const bundles = { ...BUNDLES, ...Object.fromEntries(alone.map((section) => [section, [section]])) };
  rmSync(OUT, { recursive: true, force: true });
  for (const language of languages) mkdirSync(path.join(OUT, language), { recursive: true });
  for (const [bundle, sections] of Object.entries(bundles)) {
    for (const language of languages) {
      const said = overlay(english, messages[language]);
      const text = bundleFile(sections, said, catalog, language);
      writeFileSync(path.join(OUT, language, `${bundle}.ts`), text);
    }
    writeFileSync(path.join(OUT, `${bundle}.ts`), bundleModule(bundle, sections, languages));
    for (const section of sections.filter((one) => one !== bundle)) {
      const type = `${capital(section)}Words`;
      writeFileSync(path.join(OUT, `${section}.ts`), `export { ${section}, type ${type} } from './${bundle}.ts';\n`);
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) compileMessages();
