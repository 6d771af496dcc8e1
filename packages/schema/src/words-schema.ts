import { z } from 'zod';

/** The name that editors read in place of a key. */
export const label = z.string().trim().min(1).max(200);
/** The text that editors read below a label. */
export const help = z.string().max(2000);
/** The heading above what is shown together. */
export const heading = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .meta({ id: 'SchemaHeading', description: 'The heading above what is shown together, as it is written.' });
const translationsOf = (words: z.ZodType) =>
  z
    .record(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'A language, such as de or pt-BR.'), words)
    .refine((languages) => Object.keys(languages).length <= 50, 'At most 50 languages.');
const words = z.strictObject({
  label: label.optional(),
  help: help.optional(),
  tab: heading.optional(),
  group: heading.optional(),
});
/** Translations of all words of a collection or a field. */
export const translations = translationsOf(words).meta({
  id: 'SchemaTranslations',
  description: 'Words for editors, by language of the admin.',
  examples: [{ de: { label: 'Titel' } }],
});
/** Translations of a label alone. */
export const labelTranslations = translationsOf(words.pick({ label: true })).meta({ id: 'SchemaLabelTranslations' });
