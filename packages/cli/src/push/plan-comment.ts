import type { SchemaChange } from '../api/shapes.ts';
import type { RollOut } from '../schema/roll-out.ts';
import { describeMigration, entries, liveEntries, unpublishableChanges } from '../schema/show-changes.ts';
import type { PushPlan } from './plan.ts';

const TITLES = {
  destructive: 'Destroys content',
  needs_migration: 'Concerns existing entries',
  safe: 'Loses nothing',
} as const;

/** A plan as Markdown, for a comment on a pull request. */
export function planComment(plan: PushPlan, projectName: string, rollOuts: readonly RollOut[]): string {
  const { changes, base_version: version, migrations } = plan;
  const heading = `### Stele: schema of ${text(projectName)}`;
  if (changes.length === 0) return `${heading}\n\nNothing changes: the project has this schema already.\n`;
  const sections = (['destructive', 'needs_migration', 'safe'] as const).flatMap((grade) => {
    const own = changes.filter((change) => change.class === grade);
    if (own.length === 0) return [];
    return [
      [
        `**${TITLES[grade]}**`,
        '',
        '| change | entries | of these live | not publishable again |',
        '|---|--:|--:|--:|',
        ...own.map(row),
      ].join('\n'),
    ];
  });
  const flags = flagsFor(changes);
  return `${[
    heading,
    `${changes.length === 1 ? 'One change' : `${changes.length} changes`} to version ${version}.`,
    ...sections,
    ...(migrations.length > 0
      ? [['With it:', ...migrations.map((one) => `- ${text(describeMigration(one))}`)].join('\n')]
      : []),
    ...(rollOuts.length > 0 ? [rollOutSection(rollOuts)] : []),
    `${summary(changes)} To push it: \`stele push --apply PLAN${flags.map((flag) => ` ${flag}`).join('')}\``,
  ].join('\n\n')}\n`;
}

/** The options without which changes aren't pushed. */
export function flagsFor(changes: readonly SchemaChange[]): readonly string[] {
  return [
    ...(changes.some((change) => change.class === 'destructive') ? ['--allow-destructive'] : []),
    ...(unpublishableChanges(changes).length > 0 ? ['--allow-invalid'] : []),
  ];
}

function row({
  message,
  affected_entries: affected,
  live_entries: live,
  unpublishable_entries: unpublishable,
}: SchemaChange): string {
  return `| ${text(message)} | ${affected} | ${live} | ${unpublishable} |`;
}

function summary(changes: readonly SchemaChange[]): string {
  const lost = changes
    .filter((change) => change.class === 'destructive')
    .reduce((sum, one) => sum + one.affected_entries, 0);
  const unpublishable = changes.reduce((sum, one) => sum + one.unpublishable_entries, 0);
  return [
    ...(lost > 0 ? [`:warning: Content of ${entries(lost)} would be lost.`] : []),
    ...(unpublishable > 0 ? [`:warning: ${liveEntries(unpublishable)} couldn't be published again.`] : []),
  ].join(' ');
}

function rollOutSection(rollOuts: readonly RollOut[]): string {
  return [
    '**Live content changes.** In production, roll it out in steps:',
    ...rollOuts.map(({ change, steps }) =>
      [`- ${text(change)}`, ...steps.map((step, index) => `  ${index + 1}. ${text(step)}`)].join('\n'),
    ),
  ].join('\n\n');
}

/** Text that Markdown takes for nothing else. */
function text(value: string): string {
  return value.replace(/[\\`*_{}[\]<>|#@]/g, (sign) => `\\${sign}`).replace(/\s*\n\s*/g, ' ');
}
