import type { SchemaChange, SchemaDiff } from '@stele/client';
import type { Migration, Rename } from '@stele/schema';
import { UserError } from '../errors.ts';

/** Decides what a push can't know by itself: whoever sits at the terminal, or the options of the command. */
export interface Judge {
  /** Which of the candidates were renamed indeed. Each is asked about once. */
  renames(candidates: readonly Rename[]): Promise<readonly Rename[]>;
  /** What becomes of the values that changes bear on. @throws Refused; UserError when it can't be decided */
  migrations(changes: readonly SchemaChange[]): Promise<readonly Migration[]>;
  /** @throws Refused when the changes mustn't be made */
  confirm(diff: SchemaDiff): Promise<void>;
}

/** A judge's no to a push. */
export class Refused extends UserError {
  override readonly name = 'Refused';
}
