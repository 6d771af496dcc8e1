import { viewOf } from '../../api/view.ts';
import { projectInput } from '../../api/wire.ts';
import { loadStorageUse } from '../../media/quota.store.ts';
import { operation, router } from '../operation.ts';
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
    run: async ({ project, services: { database, media } }) =>
      viewOf(storageSchema, await loadStorageUse(database.pool, project.id), { limit_bytes: media.storageLimit }),
  }),
});
