import { operation, router } from '../../domains/operation.ts';
import { embedErrors, embedLimits } from './embeds.names.ts';
import { embedSchema, lookUpEmbedInput } from './embeds.schemas.ts';
import { lookUpEmbed } from './look-up-embed.ts';

export const embedsRouter = router({
  lookUp: operation({
    method: 'GET',
    path: '/projects/{projectId}/embeds',
    summary: 'Ask another site about a page',
    description:
      'Asks the endpoint that the schema names for the site, by oEmbed, for title, author, picture and size of a page. ' +
      'HTML in the answer is dropped. Nothing is stored.',
    access: 'entry.write',
    errors: [embedErrors['embed.site_failed']],
    limits: [{ limit: embedLimits['embed.look_up'], per: ({ actor }) => [actor.id] }],
    input: lookUpEmbedInput,
    output: embedSchema,
    run: lookUpEmbed,
  }),
});
