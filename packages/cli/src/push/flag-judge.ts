import type { SchemaChange, SchemaDiff } from '@stele/client';
import type { Migration, Rename } from '@stele/schema';
import { UserError } from '../errors.ts';
import { describeUnpublishable, lostEntries, unpublishableChanges } from '../schema/show-changes.ts';
import { type Judge, Refused } from './judge.ts';

interface Permissions {
  /** Allows changes that lose nothing. */
  readonly yes: boolean;
  /** Allows changes that lose content. */
  readonly allowDestructive: boolean;
  /** Allows changes that keep live entries from being published again. */
  readonly allowInvalid: boolean;
}

/** Decides by the options of the command, where no one can be asked. */
export class FlagJudge implements Judge {
  readonly #permissions: Permissions;

  constructor(permissions: Permissions) {
    this.#permissions = permissions;
  }

  async renames(): Promise<readonly Rename[]> {
    return [];
  }

  async migrations(changes: readonly SchemaChange[]): Promise<readonly Migration[]> {
    if (!this.#permissions.yes) return [];
    const undecided = changes.filter(({ migration }) => migration === null);
    if (undecided.length > 0) {
      const lines = undecided.map(({ message }) => `  ${message}`);
      throw new UserError(
        ['Nothing was changed. Say what to do with existing values, with --migrate FILE.json:', ...lines].join('\n'),
        undecided,
      );
    }
    return changes.flatMap(({ migration }) => migration ?? []);
  }

  async confirm({ changes }: SchemaDiff): Promise<void> {
    const { yes, allowDestructive, allowInvalid } = this.#permissions;
    const lost = changes.filter((change) => change.class === 'destructive');
    const invalid = unpublishableChanges(changes);
    const flags = [
      ...(yes ? [] : ['--yes']),
      ...(lost.length > 0 && !allowDestructive ? ['--allow-destructive'] : []),
      ...(invalid.length > 0 && !allowInvalid ? ['--allow-invalid'] : []),
    ];
    if (flags.length === 0) return;
    const reasons = [
      ...(lost.length > 0 ? ['Content would be lost:'] : []),
      ...lost.map((change) => `  ${change.message} (${lostEntries(change)})`),
      ...(invalid.length > 0
        ? ["Live entries couldn't be published again:", ...invalid.map(describeUnpublishable)]
        : []),
    ];
    const refused = [...new Set([...lost, ...invalid])];
    throw new Refused(
      [
        `Nothing was changed. ${reasons[0] ?? ''}`.trim(),
        ...reasons.slice(1),
        `To push ${refused.length > 0 ? 'it anyway' : 'it'}, run it again with ${flags.join(' ')}.`,
      ].join('\n'),
      refused.length > 0 ? refused : changes,
    );
  }
}
