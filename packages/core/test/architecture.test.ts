import path from 'node:path';
import {
  importCycles,
  type LayeredSource,
  moduleOf,
  readLayeredSources,
  sourcesWithin,
  upwardImports,
} from '@stele/testing/layers';
import { describe, expect, it } from 'vitest';

const SOURCE = path.join(import.meta.dirname, '..', 'src');

/** The modules of the core, layer by layer: a module imports itself and modules of lower layers. */
const FLOORS = [
  ['platform'],
  ['access', 'content', 'jobs'],
  ['api', 'entries', 'media'],
  ['publishing'],
  ['schema-change', 'delivery'],
  ['domains'],
  ['features'],
  ['server'],
];
/** The nouns of the core, and what they share, in the same way. */
const NOUNS = [
  ['services.ts'],
  ['check-address.ts', 'context.ts', 'feature.ts', 'operation.ts'],
  ['system-context.ts'],
  ['account', 'sessions'],
  ['events', 'instance', 'jobs', 'openapi', 'projects', 'schema', 'snapshots'],
  ['assets', 'entries', 'members', 'storage'],
  ['asset-versions', 'people', 'tokens'],
];
/** Features, which stand beside the core. One of them imports another one only where it stands higher. */
const FEATURES = [
  [
    'archives',
    'asset-tags',
    'audit',
    'backup',
    'comments',
    'deployments',
    'devices',
    'drafts',
    'embeds',
    'folders',
    'imports',
    'operating',
    'pages',
    'passkeys',
    'password-resets',
    'preview-links',
    'single-sign-on',
    'start',
    'translation',
    'two-factor',
    'views',
    'webhooks',
  ],
  ['doctor'],
];
/** Puts the core and its features together: only these import features. */
const COMPOSITION = ['features.ts', 'start-services.ts', 'web-handler.ts'].map((file) => path.join('server', file));
/** The tables of all features: what copies or checks a whole instance goes by them. */
const REGISTRY = path.join('server', 'registry.ts');
const OF_WHOLE_INSTANCES = ['backup', 'doctor'].map((name) => path.join('features', name));
/** The most lines that one must know: all but features. */
const MOST_LINES = 40_000;
/** May use `pg` themselves: code that opens, migrates, copies and observes databases, and that begins and ends transactions. */
const BELOW_SQL = [
  'migrate.ts',
  'copy-database.ts',
  'database-snapshot.ts',
  'in-transaction.ts',
  'observe-pool.ts',
  'sql.ts',
].map((file) => path.join('platform', 'database', file));
/** Made by Prisma, and the package's entry points. */
const OUTSIDE = ['generated', 'index.ts', 'client.ts'];

const sources = readLayeredSources(SOURCE).filter(({ module }) => !OUTSIDE.includes(module));

describe('the rooms of the core', () => {
  it('are those that the plan has', () => {
    expect([...new Set(sources.map(({ module }) => module))].sort()).toEqual(FLOORS.flat().sort());
  });

  it('import downward only, types too', () => {
    const known = sources.map((source) =>
      OF_WHOLE_INSTANCES.includes(path.dirname(source.file))
        ? { ...source, imports: source.imports.filter((file) => file !== REGISTRY) }
        : source,
    );
    const upward = upwardImports(known, FLOORS, (module) => OUTSIDE.includes(module));
    expect(upward).toEqual([]);
  });

  it.each([
    ['domains', NOUNS],
    ['features', FEATURES],
  ])('of %s import downward only, too', (folder, layers) => {
    const within = sourcesWithin(sources, folder);
    expect([...new Set(within.map(({ module }) => module))].sort()).toEqual(layers.flat().sort());
    expect(upwardImports(within, layers)).toEqual([]);
  });

  it('import features only where all is put together', () => {
    const importing = sources.filter(
      ({ module, imports }) => module !== 'features' && imports.some((file) => moduleOf(file) === 'features'),
    );
    expect(importing.map(({ file }) => file)).toEqual(COMPOSITION);
  });

  it(`have at most ${MOST_LINES} lines without features`, () => {
    const core = sources.filter(({ module }) => module !== 'features');
    expect(core.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)).toBeLessThanOrEqual(MOST_LINES);
  });

  it('hold no more than a quarter of the lines each, and each noun and each feature no more than a fifth', () => {
    const lines = new Map<string, number>();
    for (const { file, module, text } of sources) {
      const place = ['domains', 'features'].includes(module) ? file.split(path.sep).slice(0, 2).join('/') : module;
      lines.set(place, (lines.get(place) ?? 0) + text.split('\n').length);
    }
    const all = [...lines.values()].reduce((sum, count) => sum + count, 0);
    const large = [...lines].filter(([place, count]) => count > all / (place.includes('/') ? 5 : 4));
    expect(large).toEqual([]);
  });

  it('have no circles of files, types included', () => {
    expect(importCycles(sources)).toEqual([]);
  });
});

describe('names', () => {
  it('that are exported stand for one thing each', () => {
    const declaration = /^(export )?(?:async )?(?:function\*?|class|interface|type|const|let) (\w+)/gm;
    const declared = sources.flatMap(({ file, text }) =>
      [...withoutComments(text).matchAll(declaration)].map(([, exported, name]) => ({ file, name, exported })),
    );
    const exported = new Set(declared.flatMap(({ name, exported: is }) => (is ? [name] : [])));
    const files = new Map<string | undefined, Set<string>>();
    for (const { file, name } of declared) files.set(name, (files.get(name) ?? new Set()).add(file));
    const twice = [...files].filter(([name, of]) => exported.has(name) && of.size > 1);
    expect(twice.map(([name, of]) => `${name}: ${[...of].join(', ')}`)).toEqual([]);
  });
});

describe('SQL', () => {
  const others = sources.filter(({ file }) => !BELOW_SQL.includes(file));
  const having = (of: readonly LayeredSource[], pattern: RegExp): string[] =>
    of.filter(({ text }) => pattern.test(withoutComments(text))).map(({ file }) => file);

  it('stands in stores, and in what opens and migrates the database', () => {
    const elsewhere = others.filter(({ file }) => !file.endsWith('.store.ts'));
    expect(having(elsewhere, /\bsql`|\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|TRUNCATE|CALL)\s+[\w'"$(*]/)).toEqual(
      [],
    );
  });

  it('is written with sql`…` and run by query, queryPrepared and execute alone', () => {
    expect(having(others, /\$(?:query|execute)Raw|\bPrisma\.(?:sql|Sql|join|raw|empty)\b/)).toEqual([]);
    expect(
      having(others, /\b(?:pool|client|database|tx|connection)\)?\.query\b|\.query(?:<[^(]*>)?\(\s*['"`{]/),
    ).toEqual([]);
  });

  it('has all its values sent beside it', () => {
    expect(having(others, /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM)\b[^`]{0,2000}\$\d/)).toEqual([]);
    expect(having(others, /(?<!\bsql)`\s*(?:WITH|SELECT|INSERT INTO|UPDATE|DELETE FROM)\s/)).toEqual([]);
  });
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
