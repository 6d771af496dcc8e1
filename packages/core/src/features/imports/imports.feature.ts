import { feature } from '../../domains/feature.ts';
import { importsRouter } from './imports.router.ts';

export const importsFeature = feature({ name: 'imports', operations: importsRouter, tag: 'Entries' });
