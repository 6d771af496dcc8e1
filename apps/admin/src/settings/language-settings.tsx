import { useState } from 'react';
import { common } from '#messages/common';
import { settings as t } from '#messages/settings';
import { errorOf } from '@/api/errors.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Section } from '@/ui/page.tsx';
import { tellFailure } from '@/ui/toast.tsx';
import { LanguageList, withMoved } from './language-list.tsx';
import { LanguagePicker } from './language-picker.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { useProjectChange } from './use-project-change.ts';

/** Languages of the project: each change is saved at once. */
export function LanguageSettings() {
  const { project, may } = useProject();
  const { language: nameOf } = formats;
  const [removing, setRemoving] = useState<string | null>(null);
  const change = useProjectChange({
    onError: (error) => {
      if (errorOf(error).code === 'project.locale_in_use' && removing) {
        tellFailure(t.languageInUse({ language: nameOf(removing) }), error);
      } else tellFailure(t.languagesNotSaved, error);
    },
    onSettled: () => setRemoving(null),
  });
  return (
    <SettingsFrame>
      <Section
        title={t.tabs.languages}
        lead={t.languagesLead}
        action={
          may('project.update') && (
            <LanguagePicker
              chosen={project.locales}
              onPick={(code) => change.mutate(({ locales }) => ({ locales: [...new Set([...locales, code])] }))}
            />
          )
        }
      >
        <LanguageList
          locales={project.locales}
          defaultLocale={project.default_locale}
          changes={
            may('project.update')
              ? {
                  onMove: (locale, by) => change.mutate(({ locales }) => ({ locales: withMoved(locales, locale, by) })),
                  onDefault: (locale) => change.mutate(() => ({ default_locale: locale })),
                }
              : undefined
          }
          onRemove={setRemoving}
        />
        {removing && (
          <ConfirmDialog
            title={t.removeLanguageTitle({ language: nameOf(removing) })}
            consequence={t.removeLanguageLead}
            action={common.remove}
            busy={change.isPending}
            onClose={() => setRemoving(null)}
            onConfirm={() =>
              change.mutate(({ locales }) => ({ locales: locales.filter((locale) => locale !== removing) }))
            }
          />
        )}
      </Section>
    </SettingsFrame>
  );
}
