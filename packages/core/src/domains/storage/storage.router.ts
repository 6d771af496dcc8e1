import { viewOf } from '../../api/view.ts';
import { projectInput } from '../../api/wire.ts';
import { loadStorageUse } from '../../media/quota.store.ts';
import { operation, router } from '../operation.ts';
import { quotasOf } from '../projects/usage.ts';
import { storageSchema } from './storage.schemas.ts';

export const storageRouter = router({
  get: operation({
    method: 'GET',
    path: '/projects/{projectId}/storage',
    summary: 'Read storage usage',
    description: 'Used and allowed bytes, for all files of the project, including earlier ones.',
    access: 'asset.read',
    input: projectInput,
    output: storageSchema,
    run: async (ctx) =>
      viewOf(storageSchema, await loadStorageUse(ctx.services.database.pool, ctx.project.id), {
        limit_bytes: quotasOf(ctx).bytes,
      }),
  }),
});
