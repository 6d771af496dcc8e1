import { ALL_COLLECTIONS, assertMay } from '../../../access/authorize.ts';
import type { ProjectContext } from '../../../domains/context.ts';
import { assertTranslated } from '../../../domains/entries/overview/assert-translated.ts';
import { lockProjectLists } from '../../../domains/projects/projects.store.ts';
import { write } from '../../../platform/audit.ts';
import { ApiError, invalid } from '../../../platform/errors.ts';
import { translationActions, translationErrors } from '../translations.names.ts';
import type { ChangeGlossaryInput, Glossary } from './machine.schemas.ts';
import { loadGlossary } from './machine.store.ts';

/**
 * Replaces the terms of a language, which entries of all collections are translated with.
 *
 * @throws ApiError `validation_failed`; as `assertMay` does, for limited members; `glossary.version_conflict` when the version is another one than the base
 */
export async function changeGlossary(
  ctx: ProjectContext,
  { locale, terms, base_version: base }: Omit<ChangeGlossaryInput, 'projectId'>,
): Promise<Glossary> {
  assertTranslated(ctx, locale, ['locale']);
  assertMay(ctx, 'entry.publish', ALL_COLLECTIONS, [locale]);
  const repeated = terms.findIndex(({ term }, index) => terms.findIndex((one) => one.term === term) < index);
  if (repeated >= 0) throw invalid(['terms', repeated, 'term'], 'The term is in the glossary twice.');
  const { project, services } = ctx;
  const key = { projectId: project.id, locale };
  return write(ctx, async (tx) => {
    await lockProjectLists(tx, project.id);
    const before = await loadGlossary(tx, project.id, locale);
    if (base !== undefined && base !== before.version)
      throw new ApiError(translationErrors['glossary.version_conflict']);
    const row = { terms, version: before.version + 1, updatedAt: services.clock.now() };
    await tx.glossary.upsert({ where: { projectId_locale: key }, create: { ...key, ...row }, update: row });
    const data = { locale, terms: terms.length, from: { terms: before.terms.length } };
    return {
      answer: { locale, terms, version: row.version },
      audit: { action: translationActions['translation.change_glossary'], targetId: project.id, data },
    };
  });
}
