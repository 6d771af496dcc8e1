import { availableParallelism, cpus, totalmem } from 'node:os';
import { type Figure, meetsGoal, type Outcome } from './bench.ts';

const GIBIBYTE = 1024 ** 3;

/** The machine and software that the figures were measured on. */
export function describeMachine() {
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memory_gib: Math.round(totalmem() / GIBIBYTE),
  };
}

/** The outcomes as a table, for people. */
export function toTable(outcomes: readonly Outcome[]): string {
  return outcomes.map((outcome) => `${outcome.name}: ${outcome.title}\n${toRows(outcome)}`).join('\n\n');
}

/** The outcomes as JSON, for programs. */
export function toJson(outcomes: readonly Outcome[]): string {
  const benches = outcomes.map((outcome) =>
    outcome.status === 'measured'
      ? { ...outcome, figures: outcome.figures.map((figure) => ({ ...figure, met: meetsGoal(figure) })) }
      : outcome,
  );
  return `${JSON.stringify({ machine: describeMachine(), benches }, null, 2)}\n`;
}

function toRows(outcome: Outcome): string {
  if (outcome.status !== 'measured') return `  ${outcome.status}: ${outcome.reason}`;
  const rows = outcome.figures.map((figure) => [
    figure.name,
    `${format(figure.value)} ${figure.unit}`.trim(),
    spread(figure),
    goalText(figure),
  ]);
  return align([['', 'median', 'rounds', 'goal'], ...rows]);
}

function spread({ rounds }: Figure): string {
  if (rounds.length === 1) return '';
  return `${format(Math.min(...rounds))} to ${format(Math.max(...rounds))}`;
}

function goalText(figure: Figure): string {
  const { goal } = figure;
  if (!goal) return '';
  const bound = 'atMost' in goal ? `at most ${format(goal.atMost)}` : `at least ${format(goal.atLeast)}`;
  return `${bound}: ${meetsGoal(figure) ? 'met' : 'MISSED'}`;
}

function format(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { maximumFractionDigits: Number.isInteger(value) ? 0 : digits });
}

/** A table: the first column aligned to the left, numbers to the right. */
function align(rows: readonly string[][]): string {
  const widths = rows[0]?.map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row.map((cell, column) =>
        column % 3 === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      ),
    )
    .map((cells) => `  ${cells.join('  ').trimEnd()}`)
    .join('\n');
}
