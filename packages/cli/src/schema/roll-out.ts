import type { SchemaChange } from '@stele/client';
import type { Rename } from '@stele/schema';
import { liveEntriesText } from '../output/words.ts';
import type { SchemaProposal } from './compare.ts';
import { declaredRenames } from './declared-renames.ts';
import { deploymentsLine, fillLine, pushLine, type RepeatedOptions } from './printed-commands.ts';
import { describeRename } from './rename-flag.ts';
import { pushFlags } from './show-changes.ts';

/** How a change reaches the website without an outage. */
export interface RollOut {
  /** The effect on published content, in a line. */
  readonly change: string;
  readonly steps: readonly Step[];
}

/** A step for the user, with its command at the end. */
export interface Step {
  readonly text: string;
  readonly command?: string;
}

/** The run whose output says how to roll out. */
export interface RollOutRun extends RepeatedOptions {
  /** Whether the reader is asked before anything is lost: then no printed command agrees in advance. */
  readonly asks: boolean;
}

/** Facts that all steps of a roll-out depend on. */
interface Guide {
  readonly run: RollOutRun;
  /** Renames that the command line names. */
  readonly named: readonly Rename[];
  /** Renames of the command line and of the config. */
  readonly renames: readonly Rename[];
  /** All that the push changes: the config is pushed whole, so each push needs what any of these needs. */
  readonly changes: readonly SchemaChange[];
}

/** Which live content a push changes, and how to roll that out: add, fill, switch the site, remove. */
export function rollOuts(
  changes: readonly SchemaChange[],
  { schema, renames: named }: Pick<SchemaProposal, 'schema' | 'renames'>,
  run: RollOutRun,
): readonly RollOut[] {
  const guide: Guide = { run, named, renames: [...named, ...declaredRenames(schema)], changes };
  return changes.filter(({ live_entries: live }) => live > 0).flatMap((change) => rollOut(change, guide) ?? []);
}

/** Roll-outs as text for people; empty when there are none. */
export function describeRollOuts(all: readonly RollOut[]): string {
  if (all.length === 0) return '';
  const blocks = all.map(({ change, steps }) =>
    [
      `  ${change}`,
      ...steps.map(
        ({ text, command }, index) => `    ${index + 1}. ${text}${command === undefined ? '' : `: ${command}`}`,
      ),
    ].join('\n'),
  );
  return [
    'Live content changes with this push, and the next build of the website sees it. In production, roll it out in steps:',
    ...blocks,
  ].join('\n');
}

function rollOut(change: SchemaChange, guide: Guide): RollOut | null {
  const { kind, path, live_entries: live } = change;
  const place = path.join('.');
  const count = liveEntriesText(live);
  switch (kind) {
    case 'field.renamed':
    case 'collection.renamed': {
      const rename = guide.renames.find((one) => describeRename(one).after === place);
      if (!rename) break;
      const { before } = describeRename(rename);
      const steps = path.length === 2 ? addAndFill(change, rename, guide) : switchFirst(before, place, guide);
      return { change: `${before} is called ${place}: ${count}`, steps };
    }
    case 'field.removed':
    case 'block.removed':
    case 'collection.removed':
      return {
        change: `${place} goes away: ${count}`,
        steps: [
          seeLive(`Switch the site: have it stop reading ${place}`, guide),
          { text: 'Remove', command: push(guide) },
        ],
      };
    case 'field.added':
    case 'field.required':
    case 'default.set':
      // An empty field gets a value: the site reads that as it reads others.
      return null;
  }
  return {
    change: `${change.message.replace(/\.$/, '')}: ${count}`,
    steps: [
      { text: `Switch the site: have it read ${place} both as it was and as it becomes, and deploy it` },
      { text: 'Push', command: push(guide) },
      seeLive(`Clean up: have the site read only the new form of ${place}`, guide),
    ],
  };
}

/** Steps for a name that can't exist beside its successor: the site learns both before the push. */
function switchFirst(before: string, after: string, guide: Guide): readonly Step[] {
  return [
    { text: `Switch the site: have it read ${after}, and ${before} where there is none, and deploy it` },
    { text: 'Push', command: push(guide) },
    seeLive(`Clean up: have the site read only ${after}`, guide),
  ];
}

/** For a field: both exist while the site changes over. */
function addAndFill(change: SchemaChange, rename: Rename, guide: Guide): readonly Step[] {
  const { before, after } = describeRename(rename);
  const apart = { ...guide, named: guide.named.filter((one) => one !== rename) };
  // Who adds something reckons with no loss.
  const allowed = pushFlags(guide.changes.filter((one) => one !== change && one.class !== 'destructive'));
  // The first step has pushed all the rest, and nothing is renamed or migrated twice.
  const pushedBefore = { ...guide, run: { ...guide.run, migrate: undefined }, named: [] };
  return [
    {
      text: `Add: keep ${before} in the config, add ${after} beside it without "required", then`,
      command: push(apart, allowed),
    },
    { text: 'Fill', command: fillLine(guide.run, rename) },
    seeLive(`Switch the site: have it read ${after}`, guide),
    { text: `Remove: take ${before} out of the config, then`, command: push(pushedBefore, ['--allow-destructive']) },
  ];
}

function seeLive(text: string, { run }: Guide): Step {
  return { text: `${text}, deploy it, and see that it's live`, command: deploymentsLine(run) };
}

/** The config is pushed whole: without the other renames, the values that they move would be lost. */
function push({ run, named, changes }: Guide, flags = pushFlags(changes)): string {
  return pushLine(run, run.asks ? [] : ['--yes', ...flags], named);
}
