import type { FieldDocument, Json } from '@stele/schema';
import { useMutation } from '@tanstack/react-query';
import { editor } from '#messages/editor';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useKeepNewer } from '@/entry/use-entry.ts';
import { useRefresh } from '@/entry/use-entry-actions.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { tell, tellFailure, tellUnsaved } from '@/ui/toast.tsx';
import { useAction } from '@/ui/use-action.ts';
import type { FormStore } from '../form/form-store.ts';
import type { EditSession } from '../session/edit-session.ts';
import { restoredFields } from './restored-fields.ts';

interface Restoring {
  readonly entry: Outputs['entries']['get'];
  readonly version: number;
  readonly session: EditSession;
  readonly store: FormStore;
  /** Called when languages are restored. */
  readonly onRestored: () => void;
}

/** Actions that restore a version's values into the draft: whole languages, or a field. Each says so, with an Undo. */
export function useRestore({ entry, version, session, store, onRestored }: Restoring) {
  const { project } = useProject();
  const t = editor.versions;
  const { language } = formats;
  const trpc = useTRPC();
  const refresh = useRefresh();
  const keepNewer = useKeepNewer(entry.id);
  const target = { projectId: project.id, entryId: entry.id };
  const about = `versions of ${entry.id}`;
  const back = useMutation(trpc.entries.restoreVersion.mutationOptions());
  const restore = useAction(
    trpc.entries.restoreVersion,
    t.notRestored,
    (restored, { base_version: before = entry.version, locales }) => {
      keepNewer(restored);
      const [locale] = locales ?? [];
      const undo = { ...target, version: before, base_version: restored.version, ...(locales && { locales }) };
      tell(
        locale === undefined ? t.restored({ version }) : t.languageRestored({ language: language(locale), version }),
        () =>
          // The dialog is gone by then: messages outlive it.
          void back.mutateAsync(undo).then(
            (undone) => {
              keepNewer(undone);
              tell(t.undone);
              return refresh();
            },
            (error: unknown) => tellFailure(t.notRestored, error),
          ),
        about,
      );
      onRestored();
      return refresh();
    },
  );
  return {
    /** Restores a language, or all of them. */
    restoreLanguage: async (locale: string | null): Promise<void> => {
      const base = await session.flush();
      if (base === null) return tellUnsaved();
      restore.mutate({ ...target, version, base_version: base, ...(locale !== null && { locales: [locale] }) });
    },
    /** The language that is being restored, null for all; undefined while none is. */
    restoring: restore.isPending ? (restore.variables.locales?.[0] ?? null) : undefined,
    /** Restores a field as an edit of its own, over what is typed and saved meanwhile. */
    restoreField: async (locale: string, field: FieldDocument, value: Json): Promise<void> => {
      // Text typed before is a version by itself.
      await session.flush();
      const mine = store.value(locale, field.key) ?? null;
      store.setUnread(locale, field.key, null);
      store.set(locale, field.key, value);
      const undo = (): void => store.set(locale, field.key, mine);
      tell(t.fieldRestored({ field: field.label, version }), undo, restoredFields(entry.id));
      await session.flush(true);
      await refresh();
    },
  };
}
