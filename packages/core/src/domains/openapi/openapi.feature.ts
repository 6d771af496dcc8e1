import { feature } from '../feature.ts';
import { openapiRouter } from './openapi.router.ts';

export const openapiFeature = feature({
  name: 'openapi',
  operations: openapiRouter,
  tag: 'Reference',
  about: 'This document.',
});
