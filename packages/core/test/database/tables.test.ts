import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableFacts } from '../../src/platform/database/tables.ts';
import { registry } from '../../src/server/registry.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const { tables: allTables } = registry;
const schemaFile = path.join(import.meta.dirname, '../../../../prisma/schema.prisma');
const declared = [...readFileSync(schemaFile, 'utf8').matchAll(/^ {2}@@map\("(\w+)"\)$/gm)].map(([, name]) => name);

let app: TestApp;
let columns: Map<string, string[]>;
/** `child → parent` of each foreign key that cascades. */
let cascades: string[];

beforeAll(async () => {
  app = await startTestApp();
  const rows = await app.database.pool.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'`,
  );
  columns = new Map();
  for (const { table, column } of rows.rows) columns.set(table, [...(columns.get(table) ?? []), column]);
  const keys = await app.database.pool.query<{ way: string }>(
    `SELECT conrelid::regclass || ' → ' || confrelid::regclass AS way FROM pg_constraint
      WHERE contype = 'f' AND confdeltype = 'c'`,
  );
  cascades = keys.rows.map(({ way }) => way);
});
afterAll(() => app.close());

const parentOf = ({ removal }: TableFacts): string | null =>
  typeof removal === 'object' && 'with' in removal ? removal.with : null;

describe('the list of tables', () => {
  it('has every table that prisma/schema.prisma declares, and that the database has', () => {
    const listed = allTables.map(({ name }) => name).sort();
    expect(listed).toEqual(declared.sort());
    expect(listed).toEqual([...columns.keys()].sort());
  });

  it('names columns that there are, and the project of each table that names one', () => {
    for (const { name, project, expires } of allTables) {
      const own = columns.get(name) ?? [];
      if (name !== 'projects') expect([name, project]).toEqual([name, own.find((column) => column === 'project_id')]);
      for (const column of [project, expires?.from]) {
        if (column !== undefined) expect(own, `${name}.${column}`).toContain(column);
      }
    }
  });

  it('names all columns with sealed secrets, but for those that people sign in with', () => {
    for (const { name, sealed = [] } of allTables) {
      const secret = (columns.get(name) ?? []).filter((column) => /^(previous_)?secrets?$/.test(column));
      if (name !== 'two_factors') expect([...sealed].sort(), name).toEqual(secret.sort());
    }
  });

  it('names all columns with the authors of something', () => {
    for (const { name, people = [] } of allTables) {
      const own = columns.get(name) ?? [];
      for (const column of people) expect(own, `${name}.${column}`).toContain(column);
      const authors = own.filter((column) => /^(author|actor)$|_by$/.test(column));
      expect(people, name).toEqual(expect.arrayContaining(authors));
    }
  });

  it('says of a table that it goes with another only if a foreign key sees to it', () => {
    for (const table of allTables) {
      const parent = parentOf(table);
      if (parent !== null) expect(cascades).toContain(`${table.name} → ${parent}`);
    }
  });

  it('prunes every table that grows with use, or says why its rows stay', () => {
    for (const { name, grows, expires, jobs = [], kept } of allTables) {
      const isPruned = expires !== undefined || jobs.length > 0;
      if (grows === 'with use') expect([name, isPruned || (kept ?? '').length > 20]).toEqual([name, true]);
      expect([name, isPruned && kept !== undefined]).toEqual([name, false]);
    }
  });

  it('leaves no row of a removed project but those of the audit log', () => {
    const stays = allTables.filter(({ project, removal }) => project !== undefined && typeof removal === 'string');
    expect(stays.map(({ name }) => name)).toEqual(['audit_records']);
  });

  it('has what refers to a table before it, so that no statement takes more rows along than it may', () => {
    const inBatches = allTables.filter(({ removal }) => typeof removal === 'object' && 'atOnce' in removal);
    const order = inBatches.map(({ name }) => name);
    for (const way of cascades) {
      const [child = '', parent = ''] = way.split(' → ');
      if (order.includes(child) && order.includes(parent)) {
        expect(order.indexOf(child), way).toBeLessThan(order.indexOf(parent));
      }
    }
  });

  it('names jobs that come round by themselves', async () => {
    const kinds = (await app.database.prisma.job.findMany()).map(({ kind }) => kind);
    for (const { name, jobs = [] } of allTables) {
      for (const job of jobs) expect(kinds, name).toContain(job);
    }
  });
});
