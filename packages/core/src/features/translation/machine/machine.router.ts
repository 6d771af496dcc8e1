import { projectInput } from '../../../api/wire.ts';
import { assertTranslated } from '../../../domains/entries/overview/assert-translated.ts';
import { operation } from '../../../domains/operation.ts';
import { entryActions } from '../../../entries/entry.names.ts';
import { translationActions, translationErrors, translationLimits } from '../translations.names.ts';
import { changeGlossary } from './change-glossary.ts';
import { changeService, toServiceView } from './change-service.ts';
import * as schemas from './machine.schemas.ts';
import { loadGlossary, loadService } from './machine.store.ts';
import { translateEntry } from './translate-entry.ts';

export const machineProcedures = {
  getService: operation({
    method: 'GET',
    path: '/projects/{projectId}/translations/service',
    summary: 'Read the translation service',
    description: 'Which service translates texts by machine. Its key is never shown.',
    access: 'entry.read',
    input: projectInput,
    output: schemas.serviceSchema,
    run: async ({ project, services }) => toServiceView(await loadService(services.database.prisma, project.id)),
  }),

  changeService: operation({
    method: 'PUT',
    path: '/projects/{projectId}/translations/service',
    summary: 'Set the translation service',
    description: 'Texts are sent to it when someone translates an entry by machine, and at no other time.',
    access: 'project.update',
    limits: [{ limit: 'project.change' }],
    audit: [translationActions['translation.change_service']],
    input: schemas.changeServiceInput,
    output: schemas.serviceSchema,
    run: changeService,
  }),

  getGlossary: operation({
    method: 'GET',
    path: '/projects/{projectId}/translations/{locale}/glossary',
    summary: 'Read a glossary',
    description: 'How terms are translated from the default locale by machine.',
    access: 'entry.read',
    input: schemas.glossaryInput,
    output: schemas.glossarySchema,
    run: async (ctx, { locale }) => {
      assertTranslated(ctx, locale, ['locale']);
      return loadGlossary(ctx.services.database.prisma, ctx.project.id, locale);
    },
  }),

  changeGlossary: operation({
    method: 'PUT',
    path: '/projects/{projectId}/translations/{locale}/glossary',
    summary: 'Replace a glossary',
    description: 'Texts that are translated already stay as they are.',
    access: 'entry.publish',
    errors: [translationErrors['glossary.version_conflict']],
    limits: [{ limit: 'project.change' }],
    audit: [translationActions['translation.change_glossary']],
    input: schemas.changeGlossaryInput,
    output: schemas.glossarySchema,
    run: changeGlossary,
  }),

  translate: operation({
    method: 'POST',
    path: '/projects/{projectId}/translations/{locale}/entries/{entryId}',
    summary: 'Translate an entry by machine',
    description:
      "Translates texts from the default locale by the project's service, and saves them as a draft. Nothing is published. The " +
      'fields are marked as translated by machine until someone changes or confirms them.',
    access: 'entry.write',
    errors: [
      'entry.not_found',
      'entry.trashed',
      'entry.version_conflict',
      translationErrors['translation.no_service'],
      translationErrors['translation.service_failed'],
    ],
    limits: [{ limit: translationLimits['translation.machine'] }],
    audit: [entryActions['entry.save']],
    input: schemas.translateEntryInput,
    output: schemas.machineTranslationSchema,
    run: translateEntry,
  }),
};
