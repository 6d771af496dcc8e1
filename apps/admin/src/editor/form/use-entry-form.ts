import { type CollectionDocument, fieldKind, type MatchPattern } from '@stele/schema';
import { useEffect, useMemo } from 'react';
import { check } from '#messages/check';
import { fields as words } from '#messages/fields';
import { checkMessages } from '@/i18n/check-messages.ts';
import { language } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import type { EntryForm, FormAccess } from './form-context.tsx';
import { FormParts } from './form-parts.ts';
import type { FormSession } from './form-session.ts';
import { FormStore } from './form-store.ts';
import { parseJson } from './json-text.ts';
import { readNumber } from './number-text.ts';
import { OpenRows } from './open-rows.ts';
import { fieldAt } from './paths.ts';
import { type CheckValues, Problems } from './problems.ts';

/** A project without a schema has entries whose values are any JSON: no field is known. */
const NO_FIELDS: CollectionDocument = {
  key: '',
  label: '',
  singleton: false,
  order: null,
  title_field: null,
  fields: [],
};

/** The form of an entry, over its editing session; or of a value on its own. */
export function useEntryForm(
  entryId: string,
  session: FormSession,
  collection: CollectionDocument | null,
  access: FormAccess,
): EntryForm {
  const projectId = useProject().project.id;
  const made = useMemo(() => {
    const document = collection ?? NO_FIELDS;
    const store = new FormStore(session, document);
    const problems = new Problems(session, document, {
      loadCheck: () => loadCheck(collection),
      describeUnread: (path, locale, text) => {
        const type = fieldAt(document.fields, path, session.view().values[locale])?.type;
        if (type === 'date') return words.enterDay;
        if (type === 'datetime') return words.enterMoment;
        if (type === 'time') return check.time;
        const isNumber = type !== undefined && fieldKind(type).holds === 'number';
        const read = isNumber ? readNumber(text, language, type === 'integer') : parseJson(text);
        if (!read.ok && read.isInexact) return words.inexactNumber;
        if (type === 'number') return words.enterNumber;
        if (type === 'integer') return words.enterWholeNumber;
        return type === undefined || type === 'json' ? words.notJson : words.notReadable;
      },
      later: whenIdle,
    });
    const parts = new FormParts(`stele-folded:${projectId}:${document.key}`);
    return { store, problems, openRows: new OpenRows(), parts, collection: document };
  }, [session, collection, words, language, check, projectId]);
  useEffect(
    () => () => {
      made.problems.close();
      made.store.close();
    },
    [made],
  );
  return useMemo(() => ({ entryId, access, ...made }), [entryId, access, made]);
}

/** Loads the check that finds issues with publishing values. */
export async function loadCheck(checked: CollectionDocument | null): Promise<CheckValues> {
  if (!checked) return () => [];
  const [{ findIssuesWith }, start] = await Promise.all([import('./check-draft.ts'), loadMatching(checked)]);
  return (collection, values) =>
    findIssuesWith({ mode: 'publish', messages: checkMessages(check), matches: start() }, collection, values).issues;
}

/** Loads what matches patterns, if fields of a collection have any, at any depth. */
async function loadMatching(collection: CollectionDocument): Promise<() => MatchPattern> {
  const hasPatterns = JSON.stringify(collection.fields).includes('"pattern":');
  return hasPatterns ? (await import('./match-pattern.ts')).startMatching : () => () => true;
}

/** Runs something after a while, once the browser has nothing better to do. */
function whenIdle(ms: number, run: () => void): () => void {
  let idle: number | null = null;
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback === 'function') idle = requestIdleCallback(run, { timeout: 1_000 });
    else run();
  }, ms);
  return () => {
    clearTimeout(timer);
    if (idle !== null) cancelIdleCallback(idle);
  };
}
