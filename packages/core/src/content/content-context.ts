import type { Database } from '../platform/database/open-database.ts';
import type { Schemas } from './schemas.ts';

/** What checking values takes: the rules that a project has for them. */
export interface ContentContext {
  readonly project: {
    readonly id: string;
    readonly locales: readonly string[];
    readonly defaultLocale: string;
    readonly schemaVersion: number;
  };
  readonly services: { readonly database: Database; readonly schemas: Schemas };
}
