import { operation, router } from '../operation.ts';
import { getStorage } from './get-storage.ts';
import { getStorageInput, storageSchema } from './storage.schemas.ts';

export const storageRouter = router({
  get: operation({
    method: 'GET',
    path: '/projects/{projectId}/storage',
    summary: 'Read storage usage',
    description: 'Used and allowed storage in bytes, over all files of the project, earlier ones included.',
    access: 'asset.read',
    input: getStorageInput,
    output: storageSchema,
    run: getStorage,
  }),
});
