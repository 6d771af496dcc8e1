export * from './draw.ts';
export * from './edits.ts';
export * from './fields-within.ts';
export * from './schemas.ts';
export * from './values.ts';
export * from './words.ts';
