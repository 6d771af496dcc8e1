import { z } from 'zod';
import { projectIdSchema } from '../../api/wire.ts';

export const lookUpEmbedInput = z.strictObject({
  projectId: projectIdSchema,
  url: z
    .string()
    .max(2048)
    .meta({
      description: 'A page of a site that a rich text field of the schema names in `embeds`.',
      examples: ['https://codepen.io/ada/pen/abc'],
    }),
  provider: z
    .string()
    .max(32)
    .optional()
    .meta({ description: "The site's name in the schema. Without it, the first one that has the address." }),
});
export type LookUpEmbedInput = z.infer<typeof lookUpEmbedInput>;

export const embedSchema = z
  .object({
    provider: z.string(),
    url: z.string().meta({ description: 'The address of the page in its usual form.' }),
    title: z.string().nullable(),
    author: z.string().nullable(),
    thumbnail_url: z.string().nullable().meta({ description: 'A picture at the other site.' }),
    width: z.int().nullable(),
    height: z.int().nullable(),
  })
  .meta({
    id: 'Embed',
    description: 'What a site says of a page by oEmbed: the attributes of an `oembed` node of rich text.',
    examples: [
      {
        provider: 'codepen',
        url: 'https://codepen.io/ada/pen/abc',
        title: 'A weir in CSS',
        author: 'Ada',
        thumbnail_url: 'https://shots.codepen.io/abc-512.webp',
        width: 800,
        height: 300,
      },
    ],
  });
export type Embed = z.infer<typeof embedSchema>;
