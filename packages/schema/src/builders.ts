import { FIELD_TYPES } from './document-schema.ts';

/** Builders of fields that are called otherwise than their types. */
const CALLED: Readonly<Record<string, readonly string[]>> = { asset: ['image', 'file'], assets: ['files'] };

/** Names of the functions that a config is written with. */
export const BUILDERS: readonly string[] = [
  'defineConfig',
  'collection',
  ...FIELD_TYPES.flatMap((type) => CALLED[type] ?? [type]),
];
