import type { PrismaClient, TranslationService } from '../../../generated/prisma/client.ts';
import type { Transaction } from '../../../platform/audit.ts';
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
