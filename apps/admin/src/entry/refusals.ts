import type { SchemaDocument } from '@stele/schema';
import { detailText, errorText } from '@/api/error-texts.ts';
import type { Outputs } from '@/api/trpc.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';

/** An entry that something can't be done to, and why. */
export interface Refused {
  readonly id: string;
  readonly message: string;
}

/** The result for one entry. */
type Item = Pick<Outputs['entries']['bulk']['data'][number], 'id' | 'error'>;
type Row = Pick<Outputs['entries']['list']['data'][number], 'id' | 'collection_key'>;

/** Says why entries were refused: of values that aren't valid the first, with its field and language. */
export function useRefusals(): (items: readonly Item[], rows: readonly Row[]) => readonly Refused[] {
  const { project, schema } = useProject();
  const { language } = formats;
  const where = project.locales.length > 1 ? (locale: string) => ` (${language(locale)})` : () => '';
  return (items, rows) =>
    items.flatMap(({ id, error }) => {
      if (!error) return [];
      const { collection_key: key } = rows.find((one) => one.id === id) ?? {};
      const fields = schema?.collections.find((one) => one.key === key)?.fields ?? [];
      return [{ id, message: reasonOf(error, fields, where) }];
    });
}

function reasonOf(
  error: Parameters<typeof errorText>[0],
  fields: SchemaDocument['collections'][number]['fields'],
  where: (locale: string) => string,
): string {
  const [detail] = (error.details ?? []) as readonly { readonly path: readonly unknown[]; readonly message: string }[];
  if (error.code !== 'validation_failed' || !detail) return errorText(error);
  const [root, locale, key] = detail.path;
  const label = root === 'values' ? fields.find((field) => field.key === key)?.label : undefined;
  return label === undefined ? detailText(detail) : `${label}${where(String(locale))}: ${detailText(detail)}`;
}
