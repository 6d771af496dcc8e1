import type { PrismaClient, TranslationService } from '../../../generated/prisma/client.ts';
import type { Transaction } from '../../../platform/audit.ts';
import { int, list, text } from '../../../platform/database/row.ts';
import { execute, type Queryable, query, sql } from '../../../platform/database/sql.ts';
import type { Glossary } from './machine.schemas.ts';

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
): Promise<Glossary> {
  const found = await prisma.glossary.findUnique({ where: { projectId_locale: { projectId, locale } } });
  return { locale, terms: (found?.terms ?? []) as unknown as Glossary['terms'], version: found?.version ?? 0 };
}

/**
 * Takes the marks of machine translations from a draft.
 *
 * @param base the newest version of the draft that this is said of
 * @returns the fields that had one; null when the draft is newer
 */
export async function removeMarks(
  on: Queryable,
  entry: { readonly projectId: string; readonly entryId: string },
  { locale, base }: { readonly locale: string; readonly base: number },
  fields: readonly string[] | null,
): Promise<readonly string[] | null> {
  const [draft] = await query(
    on,
    sql`SELECT d.version, coalesce(d.machine_fields, '{}') AS marked FROM entry_drafts d JOIN entries e ON e.id = d.entry_id
      WHERE e.project_id = ${entry.projectId} AND e.id = ${entry.entryId} AND d.locale = ${locale} FOR UPDATE OF d`,
    { version: int, marked: list(text) },
  );
  if (!draft) return [];
  if (draft.version > base) return null;
  const confirmed = draft.marked.filter((field) => fields?.includes(field) ?? true);
  const left = draft.marked.filter((field) => !confirmed.includes(field));
  await execute(
    on,
    sql`UPDATE entry_drafts SET machine_fields = ${left}::text[] WHERE entry_id = ${entry.entryId} AND locale = ${locale}`,
  );
  return confirmed;
}
