import { useState } from 'react';
import { common } from '#messages/common';
import { settings as t } from '#messages/settings';
import { useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { language } from '@/i18n/language.ts';
import { LanguageList, withMoved } from '@/settings/language-list.tsx';
import { LanguagePicker } from '@/settings/language-picker.tsx';
import { SignedInAs } from '@/sign-in/signed-in-as.tsx';
import { useSignedIn } from '@/sign-in/use-signed-in.ts';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/field.tsx';
import { FormFailure } from '@/ui/form-failure.tsx';
import { LinkButton } from '@/ui/link-button.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { useServerForm } from '@/ui/use-server-form.ts';

/** Makes a project, whose owner one becomes, and opens it. */
export function NewProjectForm() {
  const { user } = useSignedIn();
  const navigate = useNavigate();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const invalidate = useInvalidate();
  const [chosen, setChosen] = useState({ locales: [language] as readonly string[], defaultLocale: language as string });
  const form = useServerForm({ name: '' }, async ({ name }) => {
    const { locales, defaultLocale } = chosen;
    const project = await client.projects.create.mutate({ name, locales: [...locales], default_locale: defaultLocale });
    await invalidate(trpc.projects.list);
    navigate.replace(`/projects/${project.id}`);
  });
  const localesProblem = form.problemAt('locales');
  return (
    <main className="mx-auto w-full max-w-md px-4 py-[max(2rem,10vh)]">
      <form noValidate className="flex flex-col gap-5" onSubmit={form.submit}>
        <h1 className="text-2xl font-semibold">{t.newProject}</h1>
        <TextField label={common.name} autoFocus {...form.field('name', { required: common.giveName })} />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-sm font-medium">{t.tabs.languages}</legend>
          <LanguageList
            {...chosen}
            changes={{
              onMove: (locale, by) => setChosen({ ...chosen, locales: withMoved(chosen.locales, locale, by) }),
              onDefault: (defaultLocale) => setChosen({ ...chosen, defaultLocale }),
            }}
            onRemove={(locale) => setChosen({ ...chosen, locales: chosen.locales.filter((one) => one !== locale) })}
          />
          <div className="flex flex-wrap items-center gap-3">
            <LanguagePicker
              chosen={chosen.locales}
              onPick={(code) => setChosen({ ...chosen, locales: [...chosen.locales, code] })}
            />
          </div>
          {localesProblem && <p className="text-xs text-danger">{localesProblem}</p>}
        </fieldset>
        <FormFailure failure={form.failure} />
        <div className="flex gap-2">
          <Button label={t.createProject} type="submit" variant="primary" busy={form.dialog.busy} />
          <LinkButton label={common.cancel} href="/" variant="ghost" />
        </div>
        {user && <SignedInAs email={user.email} />}
      </form>
    </main>
  );
}
