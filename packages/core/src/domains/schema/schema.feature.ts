import { schemaActions } from '../../schema-change/schema.names.ts';
import { feature } from '../feature.ts';
import { repathPagesJob } from './repath-pages.ts';
import { schemaErrors, schemaLimits } from './schema.names.ts';
import { schemaRouter } from './schema.router.ts';

export const schemaFeature = feature({
  name: 'schema',
  operations: schemaRouter,
  tag: 'Schema',
  about: 'Collections and their fields: comparing, pushing and earlier versions.',
  limits: schemaLimits,
  errors: schemaErrors,
  audit: schemaActions,
  jobs: [repathPagesJob],
});
