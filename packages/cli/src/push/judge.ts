import type { SchemaChange, SchemaDiff } from '@stele/client';
import type { Migration, Rename } from '@stele/schema';
import { UserError } from '../errors.ts';

/** Decides what the schemas alone don't: the user at the terminal does, or the options of the command. */
export interface Judge {
  /** Which of the candidates are renames. Each is asked about once. */
  renames(candidates: readonly Rename[]): Promise<readonly Rename[]>;
  /** Decides on the values that changes concern. @throws Refused; UserError when it can't be decided */
  migrations(changes: readonly SchemaChange[]): Promise<readonly Migration[]>;
  /** @throws Refused when the changes mustn't be made */
  confirm(diff: SchemaDiff): Promise<void>;
}

/** A judge refused a push. */
export class Refused extends UserError {
  override readonly name = 'Refused';
}
