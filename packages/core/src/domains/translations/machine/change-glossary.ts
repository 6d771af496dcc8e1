import { write } from '../../../platform/audit.ts';
import { invalid } from '../../../platform/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { assertTranslated } from '../../entries/overview/assert-translated.ts';
import type { ChangeGlossaryInput, Glossary } from './machine.schemas.ts';
import { loadGlossary } from './machine.store.ts';

/** Replaces the terms of a language. @throws ApiError `validation_failed` */
export async function changeGlossary(
  ctx: ProjectContext,
  { locale, terms }: Omit<ChangeGlossaryInput, 'projectId'>,
): Promise<Glossary> {
  assertTranslated(ctx, locale, ['locale']);
  const repeated = terms.findIndex(({ term }, index) => terms.findIndex((one) => one.term === term) < index);
  if (repeated >= 0) throw invalid(['terms', repeated, 'term'], 'The term is in the glossary twice.');
  const { project, services } = ctx;
  const row = { terms, updatedAt: services.clock.now() };
  const key = { projectId: project.id, locale };
  return write(ctx, async (tx) => {
    const before = await loadGlossary(tx, project.id, locale);
    await tx.glossary.upsert({ where: { projectId_locale: key }, create: { ...key, ...row }, update: row });
    const data = { locale, terms: terms.length, from: { terms: before.length } };
    return {
      answer: { locale, terms },
      audit: { action: 'translation.change_glossary', targetId: project.id, data },
    };
  });
}
