import { z } from 'zod';
import { PREVIEW_TEMPLATE } from './preview-path.ts';

const template = z
  .string()
  .max(500)
  .regex(PREVIEW_TEMPLATE, 'A path from the root of the website, with fields in braces, such as /blog/{slug}.');

/** The form of a collection's address templates. */
export const previewTemplate = z
  .union(
    [
      template,
      z
        .record(z.string().max(35), template)
        .refine((templates) => Object.keys(templates).length <= 200, 'At most 200 locales.'),
    ],
    {
      // Of several forms one is meant: its own issue says more than that none fits.
      error: (issue) =>
        issue.code === 'invalid_union'
          ? 'A path from the root of the website, with fields in braces, such as /blog/{slug}; or one for each locale.'
          : undefined,
    },
  )
  .meta({
    id: 'SchemaPreview',
    description: "The path of an entry's page on the website, for all locales or for each.",
    examples: ['/blog/{slug}'],
  });
