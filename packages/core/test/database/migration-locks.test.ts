import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const MIGRATIONS = path.join(import.meta.dirname, '../../../../prisma/migrations');

/** Migrations from before the first release: no database of users was upgraded by them. */
const LAST_BEFORE_RELEASE = '20261126000000_trash_order';

/**
 * Statements that a migration must not have while an API of the version before runs on the same database, with what to do
 * instead. A migration adds first; columns and tables that no version reads any more go with a later release.
 *
 * Locks and rewrites as in PostgreSQL's documentation of ALTER TABLE and CREATE INDEX.
 */
const RULES: readonly { readonly name: string; readonly form: RegExp; readonly instead: string }[] = [
  {
    name: 'drop',
    form: /\bDROP (?:TABLE|COLUMN|TYPE|VIEW)\b/i,
    instead: 'The version before still reads it. Drop it a release after nothing does.',
  },
  {
    name: 'rename',
    form: /\bRENAME (?:TO|COLUMN)\b|\bRENAME "?\w+"? TO\b/i,
    instead:
      'The version before still uses the old name. Add the new one, write both, and drop the old one a release later.',
  },
  {
    name: 'type',
    form: /\bALTER (?:COLUMN )?"?\w+"? (?:SET DATA )?TYPE\b/i,
    instead: 'It rewrites the table under a lock that keeps readers out. Add a column of the new type.',
  },
  {
    name: 'not-null',
    form: /\bALTER (?:COLUMN )?"?\w+"? SET NOT NULL\b/i,
    instead: 'It reads the whole table under a lock. Add a CHECK that is NOT VALID, validate it, and then set it.',
  },
  {
    name: 'required',
    form: /\bADD (?:COLUMN )?(?!CONSTRAINT)"?\w+"? [^,;]*\bNOT NULL\b(?![^,;]*\bDEFAULT\b)/i,
    instead: 'The version before inserts rows without it. Give it a default.',
  },
  {
    name: 'volatile-default',
    form: /\bADD (?:COLUMN )?"?\w+"? [^,;]*\bDEFAULT\s+(?:gen_random_uuid|clock_timestamp|random|nextval)\b/i,
    instead: 'It rewrites the table under a lock. Add the column without a default, and fill it in batches.',
  },
  {
    name: 'constraint',
    form: /\bADD CONSTRAINT\b(?![^;]*\bNOT VALID\b)[^;]*\b(?:CHECK|FOREIGN KEY)\b(?![^;]*\bNOT VALID\b)/i,
    instead: 'It reads the whole table under a lock. Add it NOT VALID, and validate it in a migration of its own.',
  },
  {
    name: 'index',
    form: /\bCREATE (?:UNIQUE )?INDEX\b/i,
    instead: 'It keeps writers out while it reads the table. Say why the table is small, or that it may wait.',
  },
];

/** `-- allowed: RULE: REASON` above a statement. */
const ALLOWED = /--\s*allowed:\s*([\w-]+):\s*\S.{9,}/g;

/** Statements of a migration that could stop the version before, one sentence each. */
function findings(text: string): string[] {
  const created = new Set([...text.matchAll(/\bCREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/gi)].map(([, name]) => name));
  const found: string[] = [];
  for (const part of text.split(';')) {
    const allowed = new Set([...part.matchAll(ALLOWED)].map(([, rule]) => rule));
    const statement = part
      .replace(/--.*$/gm, '')
      .replace(/'(?:[^']|'')*'/g, "''")
      .replace(/\s+/g, ' ')
      .trim();
    const [, table] = /^(?:ALTER TABLE (?:ONLY )?|CREATE (?:UNIQUE )?INDEX .*? ON )"?(\w+)"?/i.exec(statement) ?? [];
    if (table !== undefined && created.has(table)) continue;
    for (const { name, form, instead } of RULES) {
      if (form.test(statement) && !allowed.has(name)) found.push(`${name}: ${statement.slice(0, 80)}: ${instead}`);
    }
  }
  return found;
}

describe('migrations after the first release', () => {
  const names = readdirSync(MIGRATIONS).filter((name) => name > LAST_BEFORE_RELEASE && /^\d{14}_/.test(name));

  it('stop no API of the version before, neither by what they take away nor by a lock', () => {
    const found = names.flatMap((name) =>
      findings(readFileSync(path.join(MIGRATIONS, name, 'migration.sql'), 'utf8')).map((what) => `${name}: ${what}`),
    );
    expect(found).toEqual([]);
    expect(readdirSync(MIGRATIONS)).toContain(LAST_BEFORE_RELEASE);
  });
});

describe('the check of migrations', () => {
  it.each([
    ['drop', 'ALTER TABLE "entries" DROP COLUMN "title"'],
    ['rename', 'ALTER TABLE entries RENAME COLUMN a TO b'],
    ['type', 'ALTER TABLE "entries" ALTER COLUMN "position" SET DATA TYPE BIGINT'],
    ['not-null', 'ALTER TABLE "entries" ALTER COLUMN "a" SET NOT NULL'],
    ['required', 'ALTER TABLE "entries" ADD COLUMN "a" TEXT NOT NULL'],
    ['volatile-default', 'ALTER TABLE entries ADD COLUMN a UUID DEFAULT gen_random_uuid()'],
    ['constraint', 'ALTER TABLE entries ADD CONSTRAINT a CHECK (b > 0)'],
    ['constraint', 'ALTER TABLE entries ADD CONSTRAINT a FOREIGN KEY (b) REFERENCES projects (id)'],
    ['index', 'CREATE INDEX "a" ON "entries" ("b")'],
  ])('finds what breaks the rule %s', (rule, statement) => {
    expect(findings(`-- A comment.\n${statement};`)).toEqual([expect.stringMatching(`^${rule}: `)]);
    expect(findings(`-- allowed: ${rule}: the table has few rows.\n${statement};`)).toEqual([]);
    expect(findings(`-- allowed: ${rule}: why.\n${statement};`)).toHaveLength(1);
  });

  it('lets pass what only adds, and everything in a table that is new', () => {
    const text = `
      CREATE TABLE "notes" ("id" TEXT NOT NULL);
      CREATE INDEX "notes_id" ON "notes" ("id");
      ALTER TABLE "notes" ADD CONSTRAINT "a" FOREIGN KEY ("id") REFERENCES "entries" ("id");
      ALTER TABLE "entries" ADD COLUMN "a" TEXT, ADD COLUMN "b" INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE "entries" ADD CONSTRAINT "c" CHECK ("b" > 0) NOT VALID;
      INSERT INTO "notes" VALUES ('DROP TABLE entries');`;
    expect(findings(text)).toEqual([]);
  });
});
