import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorOf } from '@/api/errors.ts';
import { useTRPC } from '@/api/trpc.ts';
import { useFormats, useMessages } from '@/i18n/language-context.ts';
import { useSettingsWords } from '@/i18n/settings-words.ts';
import { useProject } from '@/project/project-context.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Section } from '@/ui/page.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';
import { LanguageList } from './language-list.tsx';
import { LanguagePicker } from './language-picker.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** Languages of the project: each change is saved at once. */
export function LanguageSettings() {
  const { project, may } = useProject();
  const t = useSettingsWords();
  const { common } = useMessages();
  const { language: nameOf } = useFormats();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [removing, setRemoving] = useState<string | null>(null);
  const update = useMutation(
    trpc.projects.update.mutationOptions({
      onSuccess: (saved) => {
        queryClient.setQueryData(trpc.projects.get.queryKey({ projectId: project.id }), saved);
        tell(common.saved);
      },
      onError: (error) => {
        if (errorOf(error).code === 'project.locale_in_use' && removing) {
          tellFailure(t.languageInUse(nameOf(removing)), error);
        } else tellFailure(t.languagesNotSaved, error);
      },
      onSettled: () => setRemoving(null),
    }),
  );
  const save = (locales: readonly string[], defaultLocale: string): void =>
    update.mutate({ projectId: project.id, locales: [...locales], default_locale: defaultLocale });
  return (
    <SettingsFrame>
      <Section
        title={t.tabs.languages}
        lead={t.languagesLead}
        action={
          may('project.update') && (
            <LanguagePicker
              chosen={project.locales}
              onPick={(code) => save([...project.locales, code], project.default_locale)}
            />
          )
        }
      >
        <LanguageList
          locales={project.locales}
          defaultLocale={project.default_locale}
          onChange={may('project.update') ? save : undefined}
          onRemove={setRemoving}
        />
        {removing && (
          <ConfirmDialog
            title={t.removeLanguageTitle(nameOf(removing))}
            consequence={t.removeLanguageLead}
            action={common.remove}
            busy={update.isPending}
            onClose={() => setRemoving(null)}
            onConfirm={() =>
              save(
                project.locales.filter((locale) => locale !== removing),
                project.default_locale,
              )
            }
          />
        )}
      </Section>
    </SettingsFrame>
  );
}
