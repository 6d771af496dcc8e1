import type { PrismaClient, TranslationService } from '../../../generated/prisma/client.ts';
import type { Transaction } from '../../../platform/audit.ts';
import { type Queryable, query, sql } from '../../../platform/database/sql.ts';
import type { Term } from './service.ts';

/** A project's translation service, with its sealed key. */
export type StoredService = TranslationService;

/** The service of a project; null when it has none. */
export function loadService(prisma: PrismaClient | Transaction, projectId: string): Promise<StoredService | null> {
  return prisma.translationService.findUnique({ where: { projectId } });
}

/** How terms of a project are translated into a locale. */
export async function loadGlossary(
  prisma: PrismaClient | Transaction,
  projectId: string,
  locale: string,
): Promise<Term[]> {
  const found = await prisma.glossary.findUnique({ where: { projectId_locale: { projectId, locale } } });
  return (found?.terms ?? []) as unknown as Term[];
}

/** Takes the marks of machine translations from a draft. @returns the fields that had one */
export async function removeMarks(
  on: Queryable,
  entry: { readonly projectId: string; readonly entryId: string },
  locale: string,
  fields: readonly string[] | null,
): Promise<readonly string[]> {
  const rows = await query<{ field: string }>(
    on,
    sql`WITH before AS (
        SELECT d.entry_id, d.locale, d.machine_fields FROM entry_drafts d JOIN entries e ON e.id = d.entry_id
        WHERE e.project_id = ${entry.projectId} AND e.id = ${entry.entryId} AND d.locale = ${locale} FOR UPDATE OF d
      ), confirmed AS (
        SELECT b.entry_id, b.locale, field FROM before b, unnest(b.machine_fields) AS field
        WHERE ${fields}::text[] IS NULL OR field = ANY(${fields}::text[])
      ), done AS (
        UPDATE entry_drafts d SET machine_fields = ARRAY(
          SELECT f FROM unnest(b.machine_fields) AS f WHERE f NOT IN (SELECT field FROM confirmed))
        FROM before b WHERE d.entry_id = b.entry_id AND d.locale = b.locale
      )
      SELECT field FROM confirmed ORDER BY field`,
  );
  return rows.map(({ field }) => field);
}
