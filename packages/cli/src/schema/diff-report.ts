import type { SchemaChange, SchemaDiff } from '@stele/client';
import type { Output } from '../output/output.ts';
import type { SchemaProposal } from './compare.ts';
import { describeRollOuts, type RollOutRun, rollOuts } from './roll-out.ts';
import { describeDiff } from './show-changes.ts';

interface ReportOptions {
  /** Whether to say how to rename with an option; otherwise the user is asked. */
  readonly hints: boolean;
  /** The run for which to say how changes of published content are rolled out; missing to say nothing. */
  readonly guidance?: RollOutRun;
}

/** Shows people what a push would change; of each further comparison only what a decision changed. */
export class DiffReport {
  readonly #output: Output;
  readonly #options: ReportOptions;
  /** The last shown state of each change, by its id. */
  #shown: ReadonlyMap<string, { readonly change: SchemaChange; readonly state: string }> | null = null;
  /** Roll-outs that were shown, as JSON. */
  readonly #guided = new Set<string>();

  constructor(output: Output, options: ReportOptions) {
    this.#output = output;
    this.#options = options;
  }

  show(diff: SchemaDiff, proposal: SchemaProposal): void {
    const { migrations } = proposal;
    const before = this.#shown;
    const now = new Map(
      diff.changes.map((change) => {
        const decided = migrations.filter((one) => one.path.join('.') === change.path.join('.'));
        return [change.id, { change, state: JSON.stringify([change, decided]) }];
      }),
    );
    this.#shown = now;
    const changes = diff.changes.filter(({ id }) => before?.get(id)?.state !== now.get(id)?.state);
    const over = [...(before ?? [])].filter(([id]) => !now.has(id)).map(([, { change }]) => change);
    const { colours } = this.#output;
    const options = { migrations, hints: this.#options.hints && before === null };
    const blocks = [
      ...(before === null ? [] : ['After what was decided:']),
      ...(over.length === 0 ? [] : [['No longer:', ...over.map(({ message }) => `  ${message}`)].join('\n')]),
      describeDiff({ ...diff, changes }, colours, options),
      this.#guidance(changes, proposal),
    ];
    for (const block of blocks) if (block !== '') this.#output.say(`${block}\n`);
  }

  /** How to roll out changes for which that wasn't shown yet. */
  #guidance(changes: readonly SchemaChange[], proposal: SchemaProposal): string {
    const { guidance } = this.#options;
    if (!guidance) return '';
    const fresh = rollOuts(changes, proposal, guidance).filter((one) => !this.#guided.has(JSON.stringify(one)));
    for (const one of fresh) this.#guided.add(JSON.stringify(one));
    return describeRollOuts(fresh);
  }
}
