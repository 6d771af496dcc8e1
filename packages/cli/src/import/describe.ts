import { counted } from '../output/words.ts';
import type { DryRunResult } from './dry-run.ts';
import type { FailedLine } from './failed-line.ts';
import type { AssetPlan } from './import-assets.ts';
import { expectedSeconds, type ImportPlan } from './plan.ts';
import type { ImportSummary, LineWarning, SkipReason } from './run.ts';

/** So many warnings of a kind are shown; a report has all. */
const MAX_ALIKE = 3;
/** So many skipped entries are shown. */
const MAX_SKIPPED = 50;

/** Why entries were skipped, and what to do about it. */
const SKIPPED: Readonly<Record<SkipReason, readonly [what: string, advice: string]>> = {
  changed: ['Changed by others since the import, and skipped', 'Overwrite them with --overwrite-edits.'],
  older: [
    'Skipped, since something newer than the file was imported',
    'Export again, or overwrite them with --overwrite-edits.',
  ],
  trashed: ['In the trash, and left there', 'Restore those that you want to import.'],
};

/** Describes a plan, a line for each part. */
export function describePlan(plan: ImportPlan, assets: AssetPlan | null): readonly string[] {
  const { documents, locales, toCreate, toPublish } = plan;
  const known = documents - toCreate;
  const seconds = expectedSeconds(plan);
  return [
    `${counted(documents, 'entry', 'entries')} in ${counted(locales.length, 'locale')}: ${toCreate} to create, ${known} there already, ${toPublish} to publish.`,
    ...(assets
      ? [
          `${counted(assets.assets.length, 'asset')}: ${assets.lacking} to upload, ${assets.assets.length - assets.lacking} there already.`,
        ]
      : []),
    seconds === 0
      ? 'That is within the standard limits.'
      : `With the standard limits (2,000 creates an hour, 30 publishes a minute) this takes about ${duration(seconds)}. It can be stopped and run again.`,
  ];
}

/** Describes the result of a dry run. @param missing locales that the project lacks */
export function describeDryRun(checked: DryRunResult, missing: readonly string[]): string {
  const these = missing.length === 1 ? 'this locale' : 'these locales';
  return [
    ...(missing.length > 0
      ? [`Content in ${missing.join(', ')} can't be checked until the project has ${these}.`]
      : []),
    `Nothing was written. Of those there already, ${checked.toUpdate} would be changed. ${counted(checked.failed.length, 'line')} would fail.`,
    ...describeLines(checked),
  ].join('\n');
}

export function describeImport(summary: ImportSummary, seconds: number): string {
  const { created, published, unchanged, failed, drafts, updated } = summary;
  const lines = [
    `Done in ${duration(seconds)}: ${created} created, ${updated} changed, ${unchanged} unchanged, ${failed.length} failed; ${published} published.`,
  ];
  if (drafts > 0) lines.push(`Created, but not published or not whole, because they failed: ${drafts}.`);
  return [...lines, ...describeLines(summary)].join('\n');
}

/** Notes about single lines. */
function describeLines({
  skipped,
  warnings,
  failed,
}: Pick<DryRunResult, 'skipped' | 'warnings' | 'failed'>): readonly string[] {
  const lines: string[] = [];
  for (const [reason, [what, advice]] of Object.entries(SKIPPED)) {
    const alike = skipped.filter((one) => one.reason === reason);
    if (alike.length === 0) continue;
    lines.push(
      `${what}: ${alike.length}. ${advice}`,
      ...alike.slice(0, MAX_SKIPPED).map(({ collection, externalId }) => `  ${collection}/${externalId}`),
    );
    if (alike.length > MAX_SKIPPED) lines.push(`  and ${alike.length - MAX_SKIPPED} more (--report FILE has all).`);
  }
  if (warnings.length > 0) lines.push(`${counted(warnings.length, 'warning')}:`);
  for (const kind of new Set(warnings.map(({ code }) => code))) {
    const alike = warnings.filter(({ code }) => code === kind);
    const shown = alike.slice(0, MAX_ALIKE);
    lines.push(...shown.map((one) => `  ${describeReason(`${one.collection}/${one.externalId}`, one)}`));
    if (alike.length > MAX_ALIKE) {
      lines.push(`  and ${alike.length - MAX_ALIKE} more like these (--report FILE has all).`);
    }
  }
  if (failed.length > 0) lines.push(`${counted(failed.length, 'failure')}:`);
  for (const one of failed) lines.push(...describeFailed(one).map((line) => `  ${line}`));
  return lines;
}

/** Why a line failed, with its place and its name, as far as they are known. */
export function describeFailed({ collection, externalId, place, message, details }: FailedLine): string[] {
  const name = collection !== null && externalId !== null ? `${collection}/${externalId}` : null;
  const where = [place, name].filter((one) => one !== undefined && one !== null).join(', ');
  const reasons = details.length > 0 ? details : [{ path: [], message }];
  return reasons.map((reason) => describeReason(where, reason));
}

/** A warning or a failure, with the place that it's about. */
function describeReason(where: string, { path = [], message }: Pick<LineWarning, 'path' | 'message'>): string {
  return `${[where, ...(path.length > 0 ? [path.join('.')] : [])].join(', ')}: ${message}`;
}

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}
