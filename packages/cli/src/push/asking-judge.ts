import type { SchemaChange, SchemaDiff } from '@stele/client';
import type { Migration, Rename } from '@stele/schema';
import { entriesText } from '../output/words.ts';
import type { Choice, Questions } from '../prompts/questions.ts';
import { describeRename } from '../schema/rename-flag.ts';
import {
  countChanges,
  describeMigration,
  describeUnpublishable,
  losesSome,
  unpublishableChanges,
} from '../schema/show-changes.ts';
import { type Judge, Refused } from './judge.ts';

const WORD = 'destroy';

/** Asks the user at a terminal. */
export class AskingJudge implements Judge {
  readonly #questions: Questions;

  constructor(questions: Questions) {
    this.#questions = questions;
  }

  async renames(candidates: readonly Rename[]): Promise<readonly Rename[]> {
    const renames: Rename[] = [];
    for (const rename of candidates) {
      const { before, after } = describeRename(rename);
      if (renames.some((other) => sharesEnd(other, before, after))) continue;
      if (await this.#questions.yes(`Was ${before} renamed to ${after}? Then its content is kept.`)) {
        renames.push(rename);
      }
    }
    return renames;
  }

  async migrations(changes: readonly SchemaChange[]): Promise<readonly Migration[]> {
    const migrations: Migration[] = [];
    for (const change of changes) {
      const migration = change.migration_required ? await this.#required(change) : await this.#offered(change);
      if (migration) migrations.push(migration);
    }
    return migrations;
  }

  async confirm(diff: SchemaDiff): Promise<void> {
    const unpublishable = unpublishableChanges(diff.changes);
    const invalid =
      unpublishable.length > 0
        ? [
            "Live entries couldn't be published again before someone edits them:",
            ...unpublishable.map(describeUnpublishable),
          ]
        : [];
    const { destructive } = countChanges(diff.changes);
    if (destructive === 0) {
      const push = invalid.length > 0 ? 'Push anyway?' : 'Push these changes?';
      if (await this.#questions.yes([...invalid, push].join('\n'))) return;
      throw new Refused('Nothing was changed.');
    }
    const lost = `${destructive === 1 ? 'One change destroys' : `${destructive} changes destroy`} content. Type "${WORD}" to push ${destructive === 1 ? 'it' : 'them'}, anything else to stop.`;
    const answer = await this.#questions.text([...invalid, lost].join('\n'));
    if (answer.trim() !== WORD) throw new Refused('Nothing was changed.');
  }

  async #required(change: SchemaChange): Promise<Migration> {
    const { path, message, affected_entries: affected, lost_entries: lost, migration } = change;
    const unfit = losesSome(change) ? `; ${lost} would lose what can't be converted` : '';
    const convert = { value: 'convert', label: "Convert the values, and drop those that can't be" } as const;
    const drop = { value: 'drop', label: 'Drop all values of the field' } as const;
    const stop = { value: 'stop', label: 'Stop: change nothing' } as const;
    const isPossible = migration?.kind === 'convert';
    // The first one is chosen by Enter alone, so it loses nothing.
    const possible: readonly Choice<'convert' | 'drop' | 'stop'>[] =
      isPossible && lost === 0 ? [convert, drop, stop] : [stop, ...(isPossible ? [convert] : []), drop];
    const answer = await this.#questions.choose(
      `${message} What becomes of the values (${entriesText(affected)}${unfit})?`,
      possible,
    );
    if (answer === 'stop') throw new Refused('Nothing was changed.');
    return { kind: answer, path };
  }

  async #offered({ message, migration }: SchemaChange): Promise<Migration | null> {
    if (migration === null) return null;
    return (await this.#questions.yes(`${message} Should the push ${describeMigration(migration)}?`))
      ? migration
      : null;
  }
}

/** Whether a rename leads from or to the same place as another. */
function sharesEnd(rename: Rename, before: string, after: string): boolean {
  const other = describeRename(rename);
  return other.before === before || other.after === after;
}
