import type { SchemaChange } from '@stele/client';
import { entriesText, liveEntriesText } from '../output/words.ts';
import type { RollOut, Step } from '../schema/roll-out.ts';
import { describeMigration } from '../schema/show-changes.ts';
import type { PushPlan } from './plan.ts';

const TITLES = {
  destructive: 'Destroys content',
  needs_migration: 'Concerns existing entries',
  safe: 'Loses nothing',
} as const;

/** Which entries a table counts. */
interface Column {
  readonly title: string;
  /** The class of changes that it's for; all by default. */
  readonly of?: SchemaChange['class'];
  readonly count: (change: SchemaChange) => number;
}

const COLUMNS: readonly Column[] = [
  { title: 'entries', count: (change) => change.affected_entries },
  { title: 'losing content', of: 'destructive', count: (change) => change.lost_entries },
  { title: 'live', count: (change) => change.live_entries },
  { title: 'not publishable again', count: (change) => change.unpublishable_entries },
];

interface PlanAdvice {
  readonly rollOuts: readonly RollOut[];
  /** The commands that push it on a machine without its file. */
  readonly push: readonly string[];
}

/** A plan as Markdown, for a comment on a pull request. */
export function planComment(plan: PushPlan, projectName: string, { rollOuts, push }: PlanAdvice): string {
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
        ...table(
          own,
          COLUMNS.filter(({ of = grade }) => of === grade),
        ),
      ].join('\n'),
    ];
  });
  const count = changes.length === 1 ? 'One change' : `${changes.length} changes`;
  return `${[
    heading,
    `${count}, from version ${version} of the schema to version ${version + 1}.`,
    ...sections,
    ...(migrations.length > 0
      ? [['This push also:', ...migrations.map((one) => `- ${text(describeMigration(one, 's'))}`)].join('\n')]
      : []),
    ...(rollOuts.length > 0 ? [rollOutSection(rollOuts)] : []),
    [...warnings(changes), `To push it: ${push.map(code).join(', then ')}`].join(' '),
  ].join('\n\n')}\n`;
}

function table(changes: readonly SchemaChange[], columns: readonly Column[]): readonly string[] {
  const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [
    row(['change', ...columns.map(({ title }) => title)]),
    `|---|${columns.map(() => '--:|').join('')}`,
    ...changes.map((change) => row([text(change.message), ...columns.map(({ count }) => count(change))])),
  ];
}

function warnings(changes: readonly SchemaChange[]): readonly string[] {
  const lost = together(
    changes.filter((change) => change.class === 'destructive').map((change) => change.lost_entries),
    entriesText,
  );
  const unpublishable = together(
    changes.map((change) => change.unpublishable_entries),
    liveEntriesText,
  );
  return [
    ...(lost === null ? [] : [`:warning: Content of ${lost} would be lost.`]),
    ...(unpublishable === null ? [] : [`:warning: Without an edit, ${unpublishable} couldn't be published again.`]),
  ];
}

/** How many entries several changes concern: at least as many as the one that concerns most. */
function together(counts: readonly number[], show: (count: number) => string): string | null {
  const some = counts.filter((count) => count > 0);
  if (some.length === 0) return null;
  return `${some.length > 1 ? 'at least ' : ''}${show(Math.max(...some))}`;
}

function rollOutSection(rollOuts: readonly RollOut[]): string {
  return [
    '**Live content changes.** In production, roll it out in steps:',
    ...rollOuts.map(({ change, steps }) =>
      [`- ${text(change)}`, ...steps.map((step, index) => `  ${index + 1}. ${markdownStep(step)}`)].join('\n'),
    ),
  ].join('\n\n');
}

function markdownStep({ text: words, command }: Step): string {
  return command === undefined ? text(words) : `${text(words)}: ${code(command)}`;
}

function code(command: string): string {
  return `\`${command}\``;
}

/** Text in which Markdown has no effect. */
function text(value: string): string {
  return value.replace(/[\\`*_{}[\]<>|#@]/g, (sign) => `\\${sign}`).replace(/\s*\n\s*/g, ' ');
}
