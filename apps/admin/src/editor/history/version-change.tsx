import type { CollectionDocument, Json } from '@stele/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import ValueChange from '@/changes/value-change.tsx';
import { useRefresh } from '@/entry/use-entry-actions.ts';
import { useFormats, useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/input.tsx';
import { Failed, Skeleton } from '@/ui/states.tsx';
import { tell, tellFailure, tellUnsaved } from '@/ui/toast.tsx';

interface VersionChangeProps {
  readonly entry: Outputs['entries']['get'];
  readonly version: number;
  /** Versions that it can be compared with. */
  readonly others: readonly number[];
  readonly collection: CollectionDocument | null;
  readonly readOnly: boolean;
  readonly flush: () => Promise<number | null>;
  readonly onRestored: () => void;
}

/** What restoring a version would change, read from the draft of now to that version; or what differs from another one. */
export function VersionChange(props: VersionChangeProps) {
  const { entry, version, others, collection, readOnly, flush, onRestored } = props;
  const { project } = useProject();
  const t = useMessages().editor.versions;
  const { language } = useFormats();
  const trpc = useTRPC();
  const refresh = useRefresh();
  const [other, setOther] = useState<number | null>(null);
  const target = { projectId: project.id, entryId: entry.id, version };
  const diff = useQuery(
    trpc.entries.diffVersions.queryOptions({
      projectId: project.id,
      entryId: entry.id,
      version: other ?? entry.version,
      other: version,
    }),
  );
  const back = useMutation(trpc.entries.restoreVersion.mutationOptions());
  const restore = useMutation(
    trpc.entries.restoreVersion.mutationOptions({
      onSuccess: (restored) => {
        const undo = { ...target, version: entry.version, base_version: restored.version };
        tell(
          t.restored(version),
          () =>
            // The dialog is gone by then: messages outlive it.
            void back.mutateAsync(undo).then(
              () => {
                tell(t.undone);
                return refresh();
              },
              (error: unknown) => tellFailure(t.notRestored, error),
            ),
          `versions of ${entry.id}`,
        );
        onRestored();
        return refresh();
      },
      onError: (error) => tellFailure(t.notRestored, error),
    }),
  );
  const isSame = diff.data?.data.length === 0;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3 border-b pb-3">
        <Field label={t.compareWith} className="min-w-40">
          {(control) => (
            <Select
              {...control}
              value={String(other ?? '')}
              options={[
                ['', t.current],
                ...others.filter((one) => one !== version).map((one) => [String(one), t.versionNumber(one)] as const),
              ]}
              onChange={(value) => setOther(value === '' ? null : Number(value))}
            />
          )}
        </Field>
        {!readOnly && other === null && diff.data && !isSame && (
          <Button
            icon={RotateCcw}
            label={t.restoreButton}
            variant="primary"
            busy={restore.isPending}
            onClick={() =>
              void flush().then((base) =>
                base === null ? tellUnsaved() : restore.mutate({ ...target, base_version: base }),
              )
            }
          />
        )}
      </div>
      {diff.error && <Failed error={diff.error} onRetry={() => void diff.refetch()} />}
      {diff.isPending && <Skeleton className="h-40" />}
      {isSame && <p className="text-sm text-muted">{t.same}</p>}
      {diff.data && !isSame && other === null && <p className="text-sm text-muted">{t.restoring}</p>}
      {diff.data?.data.map(({ locale, change, fields }) => (
        <section key={locale} className="flex flex-col gap-3">
          <h3 className="flex items-center gap-2 text-sm font-semibold">
            {language(locale)}
            {change !== 'changed' && <Badge>{change === 'added' ? t.added : t.removed}</Badge>}
          </h3>
          {fields.map(({ field, before, after }) => {
            const shape = collection?.fields.find(({ key }) => key === field) ?? null;
            return (
              <div key={field}>
                <h4 className="mb-1 text-xs font-medium text-muted">{shape?.label ?? field}</h4>
                <ValueChange shape={shape} before={before as Json} after={after as Json} />
              </div>
            );
          })}
        </section>
      ))}
    </div>
  );
}
