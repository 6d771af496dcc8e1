import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useRefresh, useRepublishEntry } from '@/entry/use-entry-actions.ts';
import { useFormats, useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Checkbox } from '@/ui/input.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';

interface UnpublishDialogProps {
  readonly entry: Outputs['entries']['get'];
  readonly onClose: () => void;
}

/** Takes an entry off the site, in all or some of its languages; the message that says so puts it back. */
export function UnpublishDialog({ entry, onClose }: UnpublishDialogProps) {
  const { project } = useProject();
  const { entries: t, common } = useMessages();
  const { language } = useFormats();
  const trpc = useTRPC();
  const refresh = useRefresh();
  const republish = useRepublishEntry();
  const live = Object.entries(entry.locales_status).flatMap(([locale, status]) =>
    status === 'published' ? [locale] : [],
  );
  const [kept, setKept] = useState<readonly string[]>([]);
  const chosen = live.filter((locale) => !kept.includes(locale));
  const target = { projectId: project.id, entryId: entry.id };
  const unpublish = useMutation(
    trpc.entries.unpublish.mutationOptions({
      onSuccess: ({ warnings }) => {
        const more = warnings.length > 0 ? ` ${t.stillReferredTo(warnings.length)}` : '';
        tell(`${t.unpublished}${more}`, () => republish(entry.title, { ...target, locales: chosen }), entry.id);
        onClose();
        return refresh();
      },
      onError: (error) => tellFailure(t.notUnpublished, error),
    }),
  );
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t.takeOff}
      consequence={t.takeOffHelp}
      action={common.unpublish}
      disabled={chosen.length === 0}
      busy={unpublish.isPending}
      onConfirm={() => unpublish.mutate({ ...target, locales: chosen })}
    >
      <div className="flex flex-col gap-1">
        {live.map((locale) => (
          <Checkbox
            key={locale}
            label={language(locale)}
            className="min-h-9"
            checked={chosen.includes(locale)}
            onChange={() => setKept(kept.includes(locale) ? kept.filter((one) => one !== locale) : [...kept, locale])}
          />
        ))}
      </div>
    </ConfirmDialog>
  );
}
