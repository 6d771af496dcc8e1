import { settings as t } from '#messages/settings';
import type { Outputs } from '@/api/trpc.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { AllOrSomeField } from './all-or-some-field.tsx';

export type Limits = Outputs['projects']['get']['limits'];

interface LimitsFieldsProps {
  readonly limits: Limits;
  readonly onChange: (limits: Limits) => void;
}

/** The limits of someone's role: collections and languages, all unless some are chosen. */
export function LimitsFields({ limits, onChange }: LimitsFieldsProps) {
  const { project, schema } = useProject();
  const { language } = formats;
  const collections = (schema?.collections ?? []).map(({ key, label }) => [key, label] as const);
  const locales = project.locales.map((locale) => [locale, language(locale)] as const);
  const field = (kind: keyof Limits, legend: string, all: string, known: typeof collections) => (
    <AllOrSomeField
      {...{ legend, all, known }}
      value={limits[kind]}
      onChange={(value) => onChange({ ...limits, [kind]: value })}
    />
  );
  return (
    <>
      {field('collections', t.limitCollections, t.allCollections, collections)}
      {field('locales', t.limitLocales, t.allLanguages, locales)}
      {field('reads', t.limitReads, t.allCollections, collections)}
    </>
  );
}
