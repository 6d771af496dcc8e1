import { useQuery } from '@tanstack/react-query';
import {
  EyeOff,
  Languages,
  ListChecks,
  type LucideIcon,
  PencilLine,
  Rocket,
  RotateCcw,
  Sparkles,
  Stamp,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { common } from '#messages/common';
import { entries as words } from '#messages/entries';
import { fieldChange as changing } from '#messages/fieldChange';
import { list as t } from '#messages/list';
import { useTRPC } from '@/api/trpc.ts';
import type { Refused } from '@/entry/refusals.ts';
import { mayReview } from '@/entry/review.ts';
import { targetLocales } from '@/project/entry-rights.ts';
import { useProject } from '@/project/project-context.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { RefusedDialog, SelectionToolbar } from '@/ui/selection-toolbar.tsx';
import { fieldsToChange } from './fields-to-change.ts';
import type { ListedEntry } from './list-columns.tsx';
import type { BulkAction } from './use-bulk.ts';
import { useConfirmTranslations } from './use-confirm-translations.ts';
import { useConfirmedBulk } from './use-confirmed-bulk.tsx';

const ExportDialog = lazyPart(async () => (await import('@/translation/export-dialog.tsx')).ExportDialog);
const ReviewManyDialog = lazyPart(async () => (await import('./review-many-dialog.tsx')).ReviewManyDialog);
const TranslateDialog = lazyPart(async () => (await import('@/translation/translate-dialog.tsx')).TranslateDialog);

interface BulkBarProps {
  readonly ids: readonly string[];
  readonly rows: readonly ListedEntry[];
  readonly isTrash: boolean;
  readonly isAll: boolean;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
}

/** Actions on the selected entries; those that failed are listed with the reason. */
export function BulkBar({ ids, rows, isTrash, isAll, onSelectAll, onClear }: BulkBarProps) {
  const open = useProject();
  const { project, schema, may, mayEdit } = open;
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [isExporting, setExporting] = useState(false);
  const [isTranslating, setTranslating] = useState(false);
  const [isReviewing, setReviewing] = useState(false);
  const hasLanguages = project.locales.length > 1;
  const mayTranslate = mayEdit && targetLocales(open).length > 0;
  const service = useQuery(
    useTRPC().translations.getService.queryOptions(
      { projectId: project.id },
      { enabled: mayTranslate, staleTime: 60_000 },
    ),
  );
  const finish = (left: readonly Refused[]): void => {
    if (left.length > 0) setRefused(left);
    else onClear();
  };
  const bulk = useConfirmedBulk(finish);
  const chosen = rows.filter(({ id }) => ids.includes(id));
  const wereLive = chosen.filter((entry) => entry.was_live_in.length > 0);
  const keys = [...new Set(chosen.map((one) => one.collection_key))];
  // The states of several collections aren't the same.
  const workflow = keys.length === 1 ? schema?.collections.find(({ key }) => key === keys[0])?.workflow : undefined;
  const translations = useConfirmTranslations(chosen, finish);
  const action = (name: BulkAction, icon: LucideIcon, label: string) =>
    [icon, label, () => bulk.ask(name, chosen)] as const;
  return (
    <>
      <SelectionToolbar
        label={t.selected({ count: ids.length })}
        words={t}
        isBusy={bulk.isPending || translations.isPending}
        isAll={isAll}
        onSelectAll={onSelectAll}
        onClear={onClear}
        actions={
          isTrash
            ? [
                ...(may('entry.publish') && wereLive.length > 0
                  ? [[Rocket, words.restoreLive, () => bulk.ask('republish', wereLive)] as const]
                  : []),
                ...(mayEdit
                  ? [action('restore', RotateCcw, wereLive.length > 0 ? words.restoreDraft : common.restore)]
                  : []),
              ]
            : [
                ...(may('entry.publish')
                  ? [action('publish', Rocket, common.publish), action('unpublish', EyeOff, common.unpublish)]
                  : []),
                ...(mayEdit && fieldsToChange(schema, chosen).length > 0
                  ? [action('set', PencilLine, changing.change)]
                  : []),
                ...(workflow && chosen.some((entry) => mayReview(open, entry))
                  ? [[Stamp, t.reviewMany, () => setReviewing(true)] as const]
                  : []),
                ...(mayTranslate && service.data?.kind
                  ? [[Sparkles, t.translate, () => setTranslating(true)] as const]
                  : []),
                ...(mayTranslate && translations.hasDue
                  ? [[ListChecks, t.stillCorrect, () => void translations.confirm()] as const]
                  : []),
                ...(hasLanguages ? [[Languages, t.exportTexts, () => setExporting(true)] as const] : []),
                action('trash', Trash2, common.delete),
              ]
        }
      />
      {bulk.question}
      {isExporting && <ExportDialog ids={ids} locale={null} onClose={() => setExporting(false)} />}
      {isReviewing && workflow && (
        <ReviewManyDialog rows={chosen} workflow={workflow} onDone={finish} onClose={() => setReviewing(false)} />
      )}
      {isTranslating && <TranslateDialog rows={chosen} locale={null} onClose={() => setTranslating(false)} />}
      {refused.length > 0 && (
        <RefusedDialog
          title={t.couldNot({ count: refused.length })}
          description={refused.length < ids.length ? t.couldNotHelp : undefined}
          close={common.close}
          refused={refused.map(({ id, message }) => ({
            href: `/projects/${project.id}/entries/${id}`,
            name: rows.find((one) => one.id === id)?.title || common.untitled,
            message,
          }))}
          onRead={() => setRefused([])}
          onClose={() => {
            setRefused([]);
            onClear();
          }}
        />
      )}
    </>
  );
}
