import { z } from 'zod';
import { publicProcedure, router } from '../../procedures.ts';
import { op } from '../../rest/meta.ts';
import { documentOpenapi } from './document-openapi.ts';

export const openapiRouter = router({
  document: publicProcedure
    .meta(
      op({ method: 'GET', path: '/openapi.json', tag: 'Reference', summary: 'Read this document', access: 'public' }),
    )
    .input(z.strictObject({}))
    .output(z.record(z.string(), z.unknown()).meta({ id: 'OpenApiDocument', description: 'An OpenAPI 3.1 document.' }))
    .query(({ ctx }) => documentOpenapi(ctx)),
});
