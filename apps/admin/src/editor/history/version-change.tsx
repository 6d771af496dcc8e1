import { type CollectionDocument, type FieldDocument, isSameJson, type Json } from '@stele/schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { editor } from '#messages/editor';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import ValueChange from '@/field-types/value-change.tsx';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/input.tsx';
import { Failed, Skeleton } from '@/ui/states.tsx';
import type { EntryForm } from '../form/form-context.tsx';
import type { EditSession } from '../session/edit-session.ts';
import { useRestore } from './use-restore.ts';

interface VersionChangeProps {
  readonly entry: Outputs['entries']['get'];
  readonly version: number;
  /** The first of the automatic saves that it stands for. */
  readonly firstVersion: number;
  /** Versions that it can be compared with. */
  readonly others: readonly number[];
  readonly collection: CollectionDocument | null;
  readonly form: EntryForm;
  readonly session: EditSession;
  /** The language that is edited: it comes first. */
  readonly locale: string;
  readonly onRestored: () => void;
}

type LanguageChange = Outputs['entries']['diffVersions']['data'][number];

/** The draft, as something to compare a version with. */
const DRAFT = 'draft';

/**
 * The changes of a version: its differences from the version before, or from another one. Or, compared with the draft, the changes that
 * restoring it would make: a language or all of them can be restored then, and a field in both cases.
 */
export function VersionChange(props: VersionChangeProps) {
  const { entry, version, firstVersion, others, collection, form, session, locale: shown, onRestored } = props;
  const { project } = useProject();
  const t = editor.versions;
  const { language } = formats;
  const trpc = useTRPC();
  const before = others.find((one) => one < firstVersion) ?? (firstVersion > 1 ? firstVersion - 1 : null);
  const [other, setOther] = useState<number | typeof DRAFT>(before ?? DRAFT);
  const isDraft = other === DRAFT;
  const { restoreLanguage, restoreField, restoring } = useRestore({
    entry,
    version,
    session,
    store: form.store,
    onRestored,
  });
  const diff = useQuery(
    trpc.entries.diffVersions.queryOptions(
      { projectId: project.id, entryId: entry.id, version: isDraft ? entry.version : other, other: version },
      { placeholderData: keepPreviousData },
    ),
  );
  const languages = (diff.data?.data ?? []).toSorted((a, b) => Number(b.locale === shown) - Number(a.locale === shown));
  const { isReadOnly, isSharedReadOnly } = form.access;
  const isShared = (key: string): boolean =>
    collection?.fields.some((field) => field.key === key && !field.localized) ?? false;
  const mayRestoreField = (locale: string, key: string): boolean =>
    !isReadOnly(locale) && !(isSharedReadOnly && isShared(key));
  const mayRestore = ({ locale, fields }: LanguageChange): boolean =>
    isDraft && !isReadOnly(locale) && fields.every(({ field }) => mayRestoreField(locale, field));
  const mayRestoreAll = languages.length > 0 && languages.every(mayRestore);
  const isAllMore = languages.length > 1 || languages.some(({ change }) => change === 'removed');
  /** Whether the draft has another value than the version. */
  const isOther = (locale: string, key: string, after: unknown): boolean =>
    isDraft || !isSameJson((entry.values[locale]?.[key] ?? null) as Json, (after ?? null) as Json);
  const choices = others.filter((one) => one !== version && one !== before);
  if (!isDraft && other !== before && !choices.includes(other)) choices.push(other);
  const restoreButton = (locale: string | null) => (
    <Button
      icon={RotateCcw}
      label={locale === null ? t.restoreAll : t.restoreLanguage({ language: language(locale) })}
      size={locale === null ? 'md' : 'sm'}
      variant={locale === shown ? 'primary' : 'secondary'}
      busy={restoring === locale}
      disabled={restoring !== undefined}
      onClick={() => void restoreLanguage(locale)}
    />
  );
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3 border-b pb-3">
        <Field label={t.compareWith} className="min-w-40">
          {(control) => (
            <Select
              {...control}
              value={String(other)}
              options={[
                ...(before === null ? [] : [[String(before), t.before({ version: before })] as const]),
                [DRAFT, t.current],
                ...choices.map((one) => [String(one), t.versionNumber({ version: one })] as const),
              ]}
              onChange={(value) => setOther(value === DRAFT ? DRAFT : Number(value))}
            />
          )}
        </Field>
        {mayRestoreAll && isAllMore && restoreButton(null)}
        {!isDraft && <Button icon={RotateCcw} label={t.restoreThis} onClick={() => setOther(DRAFT)} />}
      </div>
      {diff.error && <Failed error={diff.error} onRetry={() => void diff.refetch()} />}
      {diff.isPending && <Skeleton className="h-40" />}
      {diff.data && languages.length === 0 && (
        <p className="text-sm text-muted">{isDraft ? t.same : t.sameAs({ version: other })}</p>
      )}
      {isDraft &&
        languages.some(({ locale, fields }) => fields.some(({ field }) => mayRestoreField(locale, field))) && (
          <p className="text-sm text-muted">{t.restoring}</p>
        )}
      {languages.map((one) => {
        const { locale, change, fields } = one;
        return (
          <section key={locale} className="flex flex-col gap-3">
            <div className="flex min-h-7 flex-wrap items-center gap-2">
              <h3 className="text-sm font-semibold">{language(locale)}</h3>
              {change !== 'changed' && <Badge>{change === 'added' ? t.added : t.removed}</Badge>}
              {mayRestore(one) && change !== 'removed' && <span className="ms-auto">{restoreButton(locale)}</span>}
            </div>
            {mayRestoreAll && change === 'removed' && <p className="text-sm text-muted">{t.removedByAll}</p>}
            {fields.map((changed) => (
              <FieldChange
                key={changed.field}
                changed={changed}
                shape={collection?.fields.find(({ key }) => key === changed.field) ?? null}
                onRestore={
                  mayRestoreField(locale, changed.field) &&
                  isOther(locale, changed.field, changed.after) &&
                  change !== 'removed'
                    ? (shape) => void restoreField(locale, shape, changed.after as Json)
                    : null
                }
              />
            ))}
          </section>
        );
      })}
    </div>
  );
}

interface FieldChangeProps {
  readonly changed: LanguageChange['fields'][number];
  /** Null when the schema doesn't have the field. */
  readonly shape: FieldDocument | null;
  readonly onRestore: ((shape: FieldDocument) => void) | null;
}

function FieldChange({ changed: { field, before, after }, shape, onRestore }: FieldChangeProps) {
  const { versions: t, inAllLanguages } = editor;
  return (
    <div>
      <div className="mb-1 flex min-h-7 flex-wrap items-center gap-x-2">
        <h4 className="text-xs font-medium text-muted">
          {shape?.label ?? field}
          {shape && !shape.localized && `, ${inAllLanguages}`}
        </h4>
        {onRestore && shape && (
          <Button
            size="sm"
            variant="ghost"
            className="ms-auto"
            label={
              <>
                {t.restoreField}
                <span className="sr-only">: {shape.label}</span>
              </>
            }
            onClick={() => onRestore(shape)}
          />
        )}
      </div>
      <ValueChange shape={shape} before={before as Json} after={after as Json} />
    </div>
  );
}
