import { type Sql, sql } from './sql.ts';

/** A text in NFC. Most texts are, and those of ASCII are without a look. */
export function composed(text: Sql): Sql {
  return sql`CASE WHEN ${text} IS NFC NORMALIZED THEN ${text} ELSE normalize(${text}, NFC) END`;
}
