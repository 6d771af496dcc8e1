import type { Rename } from '@stele/schema';
import type { SchemaChange } from '../api/shapes.ts';
import { describeRename, renameFlag } from './rename-flag.ts';
import { liveEntries, pushFlags } from './show-changes.ts';

/** How a change reaches the website without a gap. */
export interface RollOut {
  /** What becomes of live content, in a line. */
  readonly change: string;
  readonly steps: readonly string[];
}

/**
 * Which live content a push changes, and how to roll that out: add, fill, switch the site, remove.
 *
 * @param renames those that are pushed, also those that the config declares
 */
export function rollOuts(changes: readonly SchemaChange[], renames: readonly Rename[]): readonly RollOut[] {
  return changes.filter(({ live_entries: live }) => live > 0).flatMap((change) => rollOut(change, renames) ?? []);
}

/** Roll-outs as text for people; empty when there are none. */
export function describeRollOuts(all: readonly RollOut[]): string {
  if (all.length === 0) return '';
  const blocks = all.map(({ change, steps }) =>
    [`  ${change}`, ...steps.map((step, index) => `    ${index + 1}. ${step}`)].join('\n'),
  );
  return [
    'Live content changes with this push, and the next build of the website sees it. In production, roll it out in steps:',
    ...blocks,
  ].join('\n');
}

function rollOut(change: SchemaChange, renames: readonly Rename[]): RollOut | null {
  const { kind, path, live_entries: live } = change;
  const place = path.join('.');
  const rename = renames.find((one) => describeRename(one).after === place);
  const count = liveEntries(live);
  switch (kind) {
    case 'field.renamed': {
      const before = rename ? describeRename(rename).before : `the field that became ${place}`;
      const steps =
        rename && path.length === 2
          ? [
              `Add: keep ${before} in the config, add ${place} beside it without "required", then: npx stele push --yes`,
              `Fill: npx stele fill ${renameFlag(rename)}`,
              `Switch the site: have it read ${place}, deploy it, and see that it's live: npx stele deployments`,
              `Remove: take ${before} out of the config, then: npx stele push --yes --allow-destructive`,
            ]
          : switchFirst(before, place, 'npx stele push --yes');
      return { change: `${before} is called ${place}: ${count}`, steps };
    }
    case 'collection.renamed': {
      const before = rename ? describeRename(rename).before : `the collection that became ${place}`;
      return {
        change: `${before} is called ${place}: ${count}`,
        steps: switchFirst(before, place, `npx stele push --yes${rename ? ` --rename ${renameFlag(rename)}` : ''}`),
      };
    }
    case 'field.removed':
    case 'block.removed':
    case 'collection.removed':
      return {
        change: `${place} goes away: ${count}`,
        steps: [
          `Switch the site: have it stop reading ${place}, deploy it, and see that it's live: npx stele deployments`,
          'Remove: npx stele push --yes --allow-destructive',
        ],
      };
    case 'field.added':
    case 'field.required':
    case 'default.set':
      // An empty field gets a value: the site reads that as it reads others.
      return null;
    default:
      return {
        change: `${change.message.replace(/\.$/, '')}: ${count}`,
        steps: [
          `Switch the site: have it read ${place} both as it was and as it becomes, and deploy it`,
          `Push: ${['npx stele push --yes', ...pushFlags([change])].join(' ')}`,
          `Remove: have the site read only the new form of ${place}, deploy it, and see that it's live: npx stele deployments`,
        ],
      };
  }
}

/** What can't be there under two names at a time: the site learns both before the push. */
function switchFirst(before: string, after: string, push: string): readonly string[] {
  return [
    `Switch the site: have it read ${after}, and ${before} where there is none, and deploy it`,
    `Push: ${push}`,
    `Remove: have the site read ${after} alone, deploy it, and see that it's live: npx stele deployments`,
  ];
}
