import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCE = path.join(import.meta.dirname, '..', 'src');

/** The rooms of the core, floor by floor: what's in a room imports its own room and those below. */
const FLOORS = [
  ['platform'],
  ['access', 'content'],
  ['api', 'entries', 'media'],
  ['publishing'],
  ['schema-change', 'delivery'],
  ['domains', 'jobs'],
  ['server'],
];
/** Speak to the database in their own way: what opens, migrates and copies it, and what begins and ends transactions. */
const BELOW_SQL = ['migrate.ts', 'database-snapshot.ts', 'in-transaction.ts', 'sql.ts'].map((file) =>
  path.join('platform', 'database', file),
);
/** Made by Prisma, and the package's entry points. */
const OUTSIDE = ['generated', 'index.ts', 'client.ts'];

interface Source {
  readonly file: string;
  readonly room: string;
  readonly text: string;
  /** Files of the core that it imports, for their types alone too. */
  readonly imports: readonly string[];
}

const sources: readonly Source[] = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('.d.ts'))
  .map((file) => {
    const text = readFileSync(path.join(SOURCE, file), 'utf8');
    const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)].map((match) => match[1] ?? '');
    const imports = specifiers.map((specifier) => path.join(path.dirname(file), specifier));
    return { file, text, imports, room: roomOf(file) };
  })
  .filter(({ room }) => !OUTSIDE.includes(room));

function roomOf(file: string): string {
  return file.split(path.sep)[0] ?? '';
}

const floorOf = (room: string): number => FLOORS.findIndex((rooms) => rooms.includes(room));

describe('the rooms of the core', () => {
  it('are those that the plan has', () => {
    expect([...new Set(sources.map(({ room }) => room))].sort()).toEqual(FLOORS.flat().sort());
  });

  it('import downward only, types too', () => {
    const upward = sources.flatMap(({ file, room, imports }) =>
      imports
        .filter((other) => !OUTSIDE.includes(roomOf(other)) && roomOf(other) !== room)
        .filter((other) => floorOf(roomOf(other)) >= floorOf(room))
        .map((other) => `${file} → ${other}`),
    );
    expect(upward).toEqual([]);
  });

  it('hold no more than a quarter of the lines each, and each noun of domains no more than a fifth', () => {
    const lines = new Map<string, number>();
    for (const { file, room, text } of sources) {
      const place = room === 'domains' ? file.split(path.sep).slice(0, 2).join('/') : room;
      lines.set(place, (lines.get(place) ?? 0) + text.split('\n').length);
    }
    const all = [...lines.values()].reduce((sum, count) => sum + count, 0);
    const large = [...lines].filter(([place, count]) => count > all / (place.includes('/') ? 5 : 4));
    expect(large).toEqual([]);
  });

  it('have no circles of files, types included', () => {
    const importsOf = new Map(sources.map(({ file, imports }) => [file, imports]));
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, way: readonly string[]): void => {
      const start = way.indexOf(file);
      if (start >= 0) circles.push([...way.slice(start), file].join(' → '));
      if (start >= 0 || done.has(file)) return;
      for (const other of importsOf.get(file) ?? []) visit(other, [...way, file]);
      done.add(file);
    };
    for (const { file } of sources) visit(file, []);
    expect(circles).toEqual([]);
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
  const having = (of: readonly Source[], pattern: RegExp): string[] =>
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
