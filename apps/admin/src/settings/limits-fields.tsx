import type { Outputs } from '@/api/trpc.ts';
import { useFormats } from '@/i18n/language-context.ts';
import { useSettingsWords } from '@/i18n/settings-words.ts';
import { useProject } from '@/project/project-context.tsx';
import { ChecklistField } from './checklist-field.tsx';

export type Limits = Outputs['projects']['get']['limits'];

/** Stands for all there are, also those that are added later. */
const ALL = '';

interface LimitsFieldsProps {
  readonly limits: Limits;
  readonly onChange: (limits: Limits) => void;
}

/** What someone's role is limited to: collections and languages, all unless some are chosen. */
export function LimitsFields({ limits, onChange }: LimitsFieldsProps) {
  const { project, schema } = useProject();
  const t = useSettingsWords();
  const { language } = useFormats();
  const collections = (schema?.collections ?? []).map(({ key, label }) => [key, label] as const);
  const locales = project.locales.map((locale) => [locale, language(locale)] as const);
  const field = (kind: keyof Limits, legend: string, all: string, known: typeof collections) => {
    const value = limits[kind];
    // What is gone from the project can still be taken out.
    const gone = (value ?? []).filter((one) => !known.some(([key]) => key === one)).map((one) => [one, one] as const);
    const choose = (chosen: string[]): void => {
      const some = chosen.filter((one) => one !== ALL);
      onChange({ ...limits, [kind]: value && chosen.includes(ALL) ? undefined : some });
    };
    return (
      <ChecklistField
        legend={legend}
        options={[[ALL, all], ...(value ? [...known, ...gone] : [])]}
        value={value ?? [ALL]}
        onChange={choose}
      />
    );
  };
  return (
    <>
      {field('collections', t.limitCollections, t.allCollections, collections)}
      {field('locales', t.limitLocales, t.allLanguages, locales)}
      {field('reads', t.limitReads, t.allCollections, collections)}
    </>
  );
}
