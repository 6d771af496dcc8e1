import { feature } from '../feature.ts';
import { schemaRouter } from './schema.router.ts';

export const schemaFeature = feature({
  name: 'schema',
  operations: schemaRouter,
  tag: 'Schema',
  about: 'Collections and their fields: comparing, pushing and earlier versions.',
});
