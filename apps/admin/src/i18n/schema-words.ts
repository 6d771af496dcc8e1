import { schema as de } from './de/schema.ts';
import { schema as en } from './en/schema.ts';
import { screenWords } from './screen-words.ts';

export const useSchemaWords = screenWords({ en, de });
export type SchemaWords = ReturnType<typeof useSchemaWords>;
