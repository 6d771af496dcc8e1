import { z } from 'zod';
import { boundedArray } from '../bounded.ts';
import { showConditions } from '../show-if-schema.ts';
import { PREVIEW_TEMPLATE } from './preview-path.ts';

const HELP = 'A path from the root of the website, with fields in braces, such as /blog/{slug}';
const template = z.string().max(500).regex(PREVIEW_TEMPLATE, `${HELP}.`);

const previewCase = z.strictObject({ when: showConditions.optional(), path: template });
// Of several forms one is meant: its own issue says more than that none fits.
const error = (issue: { readonly code: string }): string | undefined =>
  issue.code === 'invalid_union'
    ? `${HELP}; a list of paths with conditions; or one of these for each locale.`
    : undefined;
const paths = z.union([template, boundedArray(previewCase, { min: 1, max: 20 })], { error });

/** The form of a collection's address templates. */
export const previewTemplate = z
  .union(
    [
      ...paths.options,
      z
        .record(z.string().max(35), paths)
        .refine((templates) => Object.keys(templates).length <= 200, 'At most 200 locales.'),
    ],
    { error },
  )
  .meta({
    id: 'SchemaPreview',
    description:
      "The path of an entry's page: one for all entries, a list whose first match is used, or either for each locale.",
    examples: ['/blog/{slug}'],
  });
