import { projectInput } from '../../api/wire.ts';
import { operation, router } from '../../domains/operation.ts';
import { assetTagsSchema } from './asset-tags.schemas.ts';
import { loadUsedTags } from './used-tags.store.ts';

export const assetTagsRouter = router({
  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/asset-tags',
    summary: 'List the tags of assets',
    description: 'With how many assets have each. Looks at the thousand assets with tags that changed last.',
    access: 'asset.read',
    input: projectInput,
    output: assetTagsSchema,
    run: async ({ services, project }) => ({ data: await loadUsedTags(services.database.pool, project.id) }),
  }),
});
