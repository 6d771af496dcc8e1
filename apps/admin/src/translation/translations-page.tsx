import { useQuery } from '@tanstack/react-query';
import { BookA, Download, Languages, Sparkles, Upload } from 'lucide-react';
import { useState } from 'react';
import { machine as words } from '#messages/machine';
import { translation as t } from '#messages/translation';
import { useTRPC } from '@/api/trpc.ts';
import { formats } from '@/i18n/language.ts';
import { mayChangeGlossary, targetLocales } from '@/project/entry-rights.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';
import { Page } from '@/ui/page.tsx';
import { Empty, QueryState } from '@/ui/states.tsx';
import { GlossaryDialog } from './glossary-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { RunList } from './run-list.tsx';
import { ServiceDialog } from './service-dialog.tsx';
import { TranslateDialog } from './translate-dialog.tsx';
import { useExport } from './use-export.ts';

const STATES = ['missing', 'outdated', 'current'] as const;

type OpenDialog =
  | { readonly kind: 'import' | 'service' }
  | { readonly kind: 'glossary' | 'translate'; readonly locale: string };

/** How far each language is, and the way of texts to translators and back. */
export function TranslationsPage() {
  const open = useProject();
  const { project, may, mayEdit } = open;
  const { language, number } = formats;
  const trpc = useTRPC();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = (): void => setDialog(null);
  const { run, isBusy } = useExport();
  const counts = useQuery(trpc.entries.count.queryOptions({ projectId: project.id, include: 'translations' }));
  const service = useQuery(trpc.translations.getService.queryOptions({ projectId: project.id }));
  const locales = project.locales.filter((locale) => locale !== project.default_locale);
  const mine = targetLocales(open);
  const count = (locale: string, state: (typeof STATES)[number] | 'outdated_fields'): number =>
    (counts.data?.data ?? []).reduce((sum, { translations }) => sum + (translations?.[locale]?.[state] ?? 0), 0);
  return (
    <Page
      title={t.title}
      lead={t.lead({ source: language(project.default_locale) })}
      action={
        locales.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {may('project.update') && service.data && (
              <Button
                icon={Sparkles}
                label={words.service}
                className="max-sm:h-11"
                onClick={() => setDialog({ kind: 'service' })}
              />
            )}
            {mayEdit && (
              <Button
                icon={Upload}
                label={t.import}
                className="max-sm:h-11"
                onClick={() => setDialog({ kind: 'import' })}
              />
            )}
          </div>
        )
      }
    >
      {locales.length === 0 ? (
        <Empty icon={Languages} title={t.none} />
      ) : (
        <>
          <QueryState query={counts} rows={locales.length} />
          {counts.data && (
            <ul className="flex flex-col divide-y rounded-lg border bg-surface">
              {locales.map((locale) => (
                <li key={locale} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
                  <h2 className="min-w-32 flex-1 font-medium">
                    <bdi>{language(locale)}</bdi>
                  </h2>
                  <div className="flex flex-wrap gap-x-4">
                    {STATES.map((state) => (
                      <Link
                        key={state}
                        href={`/projects/${project.id}/entries?translation=${locale}:${state}`}
                        className="text-sm underline-offset-2 hover:underline max-sm:py-2"
                      >
                        <span className="font-medium tabular-nums">{number(count(locale, state))}</span>{' '}
                        {t[state]({ count: count(locale, state) })}
                        {state === 'outdated' && count(locale, 'outdated_fields') > 0 && (
                          <span className="text-muted"> ({t.fields({ count: count(locale, 'outdated_fields') })})</span>
                        )}
                      </Link>
                    ))}
                  </div>
                  <div className="flex flex-wrap gap-2">
                    {service.data?.kind && mayEdit && mine.includes(locale) && count(locale, 'missing') > 0 && (
                      <Button
                        icon={Sparkles}
                        label={words.translateMissing}
                        aria-label={words.missingTitle({ language: language(locale) })}
                        size="sm"
                        className="max-sm:h-11"
                        onClick={() => setDialog({ kind: 'translate', locale })}
                      />
                    )}
                    {service.data?.kind && mayChangeGlossary(open, locale) && (
                      <Button
                        icon={BookA}
                        label={words.glossary}
                        aria-label={words.glossaryOf({ language: language(locale) })}
                        size="sm"
                        className="max-sm:h-11"
                        onClick={() => setDialog({ kind: 'glossary', locale })}
                      />
                    )}
                    <Button
                      icon={Download}
                      label={t.export}
                      aria-label={`${t.export}: ${language(locale)}`}
                      size="sm"
                      className="max-sm:h-11"
                      busy={isBusy}
                      disabled={count(locale, 'missing') + count(locale, 'outdated') === 0}
                      onClick={() => void run(locale, null)}
                    />
                  </div>
                </li>
              ))}
            </ul>
          )}
          {mayEdit && <RunList />}
        </>
      )}
      {dialog?.kind === 'import' && <ImportDialog onClose={close} />}
      {dialog?.kind === 'service' && service.data && <ServiceDialog service={service.data} onClose={close} />}
      {dialog?.kind === 'translate' && <TranslateDialog rows={null} locale={dialog.locale} onClose={close} />}
      {dialog?.kind === 'glossary' && <GlossaryDialog locale={dialog.locale} onClose={close} />}
    </Page>
  );
}
