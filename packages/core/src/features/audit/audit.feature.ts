import { feature } from '../../domains/feature.ts';
import { auditRouter } from './audit.router.ts';

export const auditFeature = feature({
  name: 'audit',
  operations: auditRouter,
  tag: 'Audit',
  about: 'Who did what, and when.',
});
