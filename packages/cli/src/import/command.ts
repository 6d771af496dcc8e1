import { stat } from 'node:fs/promises';
import type { SchemaDocument } from '@stele/schema';
import type { Api } from '../api/api.ts';
import { mapAssetIds } from '../assets/asset-names.ts';
import type { ContentLine } from '../content/line.ts';
import { UserError } from '../errors.ts';
import { type Io, placeOf } from '../io.ts';
import { counted } from '../output/counted.ts';
import { Output } from '../output/output.ts';
import { openSession, type SharedOptions } from '../session.ts';
import { writeFileAtomically } from '../write-file.ts';
import { dryRun } from './dry-run.ts';
import type { FailedLine } from './failed-line.ts';
import { fillSlug } from './fill-slug.ts';
import { importAssets, planAssetLines, planAssets } from './import-assets.ts';
import { type MarkdownFolder, readMarkdownFolder } from './markdown/read-folder.ts';
import { duration, EXISTING_MODES, expectedSeconds, planImport } from './plan.ts';
import { Progress } from './progress.ts';
import { readLines } from './read-lines.ts';
import { type ImportSummary, type LineWarning, runImport } from './run.ts';

/** Calls are made this often before an import gives up. */
const RETRIES = 8;

/** So many warnings are shown; a report has all. */
const MAX_WARNINGS = 50;

/** Options of `stele import`. */
export interface ImportOptions extends SharedOptions {
  readonly collection?: string;
  readonly publish: boolean;
  readonly addLocales?: boolean;
  readonly dryRun?: boolean;
  /** What becomes of entries that are there: update, skip or fail. */
  readonly existing?: string;
  /** Whether what others changed since an import is written over. */
  readonly overwriteEdits?: boolean;
  /** File for the result as JSON. */
  readonly report?: string;
  /** Folder of exported assets that the entries use. */
  readonly assets?: string;
  /** Of a folder of Markdown files: the collection that they go into. */
  readonly as?: string;
  /** Their language; the project's default unless given. */
  readonly locale?: string;
  /** The field of front matter that identifies an entry. */
  readonly id?: string;
  /** The field that takes the text. */
  readonly body?: string;
  /** Globs of files that are left out. */
  readonly exclude?: readonly string[];
}

/** `stele import FILE`: maps JSON lines to entries and publishes them. @returns the exit code */
export async function importCommand(io: Io, file: string, options: ImportOptions): Promise<number> {
  const existing = EXISTING_MODES.find((mode) => mode === (options.existing ?? 'update'));
  if (!existing) throw new UserError(`--existing takes ${EXISTING_MODES.join(', ')}, not "${options.existing}".`);
  const output = new Output(io, options);
  const progress = new Progress(output);
  const { api, identity, project } = await openSession(io, options, output, {
    admin: 'Importing',
    retries: RETRIES,
    onWait: (seconds, limit) => progress.waiting(seconds, limit),
  });
  output.say(
    `Importing ${file} into ${options.collection === undefined ? '' : `${options.collection} of `}${project.name}`,
  );
  const schema = (await api.activeSchema(project.id))?.schema ?? null;
  const assetTarget = { api: api.assets, projectId: project.id, tokenId: identity.id };
  const folder = await readFolder(io, file, options, schema, project.default_locale);
  for (const note of folder?.notes ?? []) output.note(note);
  const unread = folder?.failed ?? [];
  const assetPlan = folder
    ? await planAssetLines(assetTarget, file, folder.assets)
    : options.assets === undefined
      ? null
      : await planAssets(io, assetTarget, options.assets);
  // Nothing that is planned depends on what assets are called.
  let assetIds: ReadonlyMap<string, string> = new Map();
  const read = (): AsyncIterable<ContentLine> =>
    withAssetIds(fillSlug(folder ? each(folder.lines) : readLines(io, file, options.collection), schema), assetIds);
  const target = {
    projectId: project.id,
    schema,
    publish: options.publish,
    existing,
    overwriteEdits: options.overwriteEdits ?? false,
  };
  const plan = await planImport(api, read, target);
  const locales = new Set([...plan.locales, ...(assetPlan?.locales ?? [])]);
  await ensureLocales(api, project, [...locales], options, output);
  const known = plan.documents - plan.toCreate;
  output.say(
    `${counted(plan.documents, 'entry', 'entries')} in ${counted(plan.locales.length, 'locale')}: ${plan.toCreate} to create, ${known} there already, ${plan.toPublish} to publish.`,
  );
  if (assetPlan) {
    const there = assetPlan.assets.length - assetPlan.lacking;
    output.say(`${counted(assetPlan.assets.length, 'asset')}: ${assetPlan.lacking} to upload, ${there} there already.`);
  }
  const expected = expectedSeconds(plan);
  output.say(
    expected === 0
      ? 'That is within the standard limits.'
      : `With the standard limits (2,000 creates an hour, 30 publishes a minute) this takes about ${duration(expected)}. It can be stopped and run again.`,
  );
  const finish = async (result: object): Promise<void> => {
    if (options.report !== undefined)
      await writeFileAtomically(io, options.report, `${JSON.stringify(result, null, 2)}\n`);
    output.result(result);
  };
  if (options.dryRun) {
    const { documents, collections, locales: used, toCreate, toPublish } = plan;
    const lacking = new Set(assetPlan?.assets.flatMap(({ line, known: there }) => (there ? [] : [line.name])));
    assetIds = new Map(assetPlan?.assets.flatMap(({ line, known: there }) => (there ? [[line.name, there.id]] : [])));
    const missing = plan.locales.filter((locale) => !project.locales.includes(locale));
    const namesAsset = (text: string): boolean => [...lacking].some((name) => text.includes(name));
    const found = await dryRun(api, read, plan, target, { locales: missing, namesAsset });
    const checked = { ...found, failed: [...unread, ...found.failed] };
    await finish({
      documents,
      collections,
      locales: used,
      to_create: toCreate,
      to_update: checked.toUpdate,
      to_publish: toPublish,
      differing: checked.differing,
      seconds: expected,
      warnings: checked.warnings,
      failed: checked.failed,
      ...(assetPlan && { assets_to_upload: assetPlan.lacking }),
    });
    if (missing.length > 0)
      output.say(
        `Content in ${missing.join(', ')} can't be checked until the project has ${missing.length === 1 ? 'this locale' : 'these locales'}.`,
      );
    output.say(
      [
        `Nothing was written. Of those there already, ${checked.toUpdate} would be changed. ${counted(checked.failed.length, 'line')} would fail.`,
        ...describeLines(checked),
      ].join('\n'),
    );
    return checked.failed.length > 0 ? 2 : 0;
  }

  const started = Date.now();
  const assets = assetPlan && (await importAssets(io, assetTarget, assetPlan));
  for (const { filename, message } of assets?.failed ?? []) output.say(`  ${filename}: ${message}`);
  if (assets) assetIds = assets.ids;
  progress.begin(plan.documents);
  const done = await runImport(api, read, plan, target, (now) => progress.show(now)).finally(() => progress.end());
  const summary = { ...done, failed: [...unread, ...done.failed] };
  const seconds = (Date.now() - started) / 1000;
  await finish({
    ...summary,
    documents: plan.documents,
    seconds,
    ...(assets && { assets: { uploaded: assets.uploaded, failed: assets.failed } }),
  });
  output.say(describe(summary, seconds));
  return summary.failed.length + (assets?.failed.length ?? 0) > 0 ? 2 : 0;
}

/** The Markdown files of a folder; null when a file of lines is imported. @throws UserError */
async function readFolder(
  io: Io,
  place: string,
  { as, collection, locale, id, body, exclude }: ImportOptions,
  schema: SchemaDocument | null,
  defaultLocale: string,
): Promise<MarkdownFolder | null> {
  if (!(await stat(placeOf(io, place)).catch(() => null))?.isDirectory()) return null;
  const key = as ?? collection;
  if (key === undefined) throw new UserError(`Say which collection the files of ${place} go into: --as posts.`);
  return readMarkdownFolder(io, place, schema, {
    collection: key,
    locale: locale ?? defaultLocale,
    ...(id !== undefined && { idField: id }),
    ...(body !== undefined && { bodyField: body }),
    ...(exclude !== undefined && { excluded: exclude }),
  });
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

/** Lines with the ids that assets have in this project. */
async function* withAssetIds(
  lines: AsyncIterable<ContentLine>,
  ids: ReadonlyMap<string, string>,
): AsyncGenerator<ContentLine> {
  for await (const line of lines) {
    const { values, live } = mapAssetIds({ values: line.values, live: line.live }, (name) => ids.get(name));
    yield { ...line, values, live };
  }
}

async function ensureLocales(
  api: Api,
  project: { readonly id: string; readonly locales: readonly string[] },
  wanted: readonly string[],
  options: Pick<ImportOptions, 'addLocales' | 'dryRun'>,
  output: Output,
): Promise<void> {
  const missing = wanted.filter((locale) => !project.locales.includes(locale));
  if (missing.length === 0) return;
  const [noun, them] = missing.length === 1 ? ['locale', 'it'] : ['locales', 'them'];
  const named = `the ${noun} ${missing.join(', ')}`;
  if (!options.addLocales) {
    throw new UserError(`The project lacks ${named}. Run it again with --add-locales to add ${them}.`);
  }
  if (options.dryRun) return output.say(`Would add ${named}.`);
  await api.setLocales(project.id, [...project.locales, ...missing]);
  output.say(`Added ${named}.`);
}

function describe(summary: ImportSummary, seconds: number): string {
  const lines = [
    `Done in ${duration(seconds)}: ${summary.created} created, ${summary.existed} there already, ${summary.published} published, ${summary.unchanged} unchanged, ${summary.failed.length} failed.`,
  ];
  if (summary.trashed > 0) lines.push(`In the trash, and left there: ${summary.trashed}.`);
  if (summary.drafts > 0)
    lines.push(`Created, but not published or not whole, because they failed: ${summary.drafts}.`);
  if (summary.updated > 0) lines.push(`There already, and changed where the file differs: ${summary.updated}.`);
  return [...lines, ...describeLines(summary)].join('\n');
}

/** What people should know of single lines. */
function describeLines({
  differing,
  warnings,
  failed,
}: Pick<ImportSummary, 'differing'> & {
  readonly warnings: readonly LineWarning[];
  readonly failed: readonly FailedLine[];
}): string[] {
  const lines: string[] = [];
  if (differing > 0) {
    lines.push(`Changed by others since the import, and skipped: ${differing}. Overwrite them with --overwrite-edits.`);
  }
  if (warnings.length > 0) lines.push(`${counted(warnings.length, 'warning')}:`);
  lines.push(...warnings.slice(0, MAX_WARNINGS).map(describeLine));
  if (warnings.length > MAX_WARNINGS)
    lines.push(`  and ${warnings.length - MAX_WARNINGS} more (--report FILE has all).`);
  if (failed.length > 0) lines.push(`${counted(failed.length, 'failure')}:`);
  for (const { collection, externalId, message, details } of failed) {
    const reasons = details.length > 0 ? details : [{ path: [], message }];
    for (const reason of reasons) lines.push(describeLine({ collection, externalId, ...reason }));
  }
  return lines;
}

/** A warning or a failure, with the place that it's about. */
function describeLine({
  collection,
  externalId,
  path = [],
  message,
}: Pick<LineWarning, 'collection' | 'externalId' | 'path' | 'message'>): string {
  return `  ${[`${collection}/${externalId}`, ...(path.length > 0 ? [path.join('.')] : [])].join(', ')}: ${message}`;
}
