import { z } from 'zod';
import { FORMATS } from './formats.ts';
import { COLLECTION_ICONS } from './icons.ts';
import { instead } from './nearest.ts';

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

const noSuchIcon = ({ input }: { readonly input?: unknown }): string =>
  `There is no icon ${JSON.stringify(input)?.slice(0, 80)}${instead(String(input), COLLECTION_ICONS, 'There are')} The documentation of the schema shows all.`;
/** The icon that editors see beside a label. */
export const icon = z
  .enum(COLLECTION_ICONS, { error: noSuchIcon })
  .meta({ id: 'SchemaIcon', description: 'The name of an icon of Lucide.' });
/** The picture that editors see of a kind of block. */
export const picture = z
  .string()
  .max(2000)
  .refine((address) => address.startsWith('https://') && FORMATS.url.safeParse(address).success, {
    error: 'Write an https address of a picture, such as "https://example.org/quote.png".',
  })
  .meta({ id: 'SchemaPicture', description: 'The https address of a picture.', format: 'uri' });
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
/** Translations of the words of a kind of block. */
export const blockTranslations = translationsOf(words.pick({ label: true, help: true })).meta({
  id: 'SchemaBlockTranslations',
});
/** Translations of a label alone. */
export const labelTranslations = translationsOf(words.pick({ label: true })).meta({ id: 'SchemaLabelTranslations' });
