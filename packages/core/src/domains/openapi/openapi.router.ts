import { z } from 'zod';
import { operation, router } from '../operation.ts';

export const openapiRouter = router({
  document: operation({
    method: 'GET',
    path: '/openapi.json',
    summary: 'Read this document',
    description: 'Describes every route of this instance, as OpenAPI 3.1.',
    access: 'public',
    input: z.strictObject({}),
    output: z.record(z.string(), z.unknown()).meta({ id: 'OpenApiDocument', description: 'An OpenAPI 3.1 document.' }),
    run: (ctx) => {
      ctx.response.headers.set('cache-control', 'public, max-age=60');
      return ctx.services.openApiDocument();
    },
  }),
});
