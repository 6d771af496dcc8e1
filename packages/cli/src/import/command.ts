import type { ProjectClient } from '@stele/client';
import { findCollection, type SchemaDocument } from '@stele/schema';
import { activeSchema } from '../api.ts';
import { mapAssetIds } from '../assets/asset-names.ts';
import type { ContentLine } from '../content/line.ts';
import { UserError } from '../errors.ts';
import type { Io } from '../io.ts';
import { Output } from '../output/output.ts';
import { openSession, type SharedOptions } from '../session.ts';
import { writeFileAtomically } from '../write-file.ts';
import { describeDryRun, describeImport, describePlan } from './describe.ts';
import { dryRun } from './dry-run.ts';
import type { FailedLine } from './failed-line.ts';
import { inFileOrder } from './file-order.ts';
import { importAssets, planAssets } from './import-assets.ts';
import { jsonLines } from './json-lines.ts';
import { markdownFolder } from './markdown/markdown-folder.ts';
import { EXISTING_MODES, expectedSeconds, planImport } from './plan.ts';
import { Progress } from './progress.ts';
import { runImport } from './run.ts';
import type { Source, SourceKind, SourceOptions } from './source.ts';

/** The exit code of an import that failed in nothing, and left some entries as they are. */
export const EXIT_SKIPPED = 3;

/** Calls are made this often before an import gives up. */
const RETRIES = 8;

export interface ImportOptions extends SharedOptions, SourceOptions {
  readonly publish: boolean;
  readonly addLocales?: boolean;
  readonly dryRun?: boolean;
  /** How to treat entries that are there: update, skip or fail. */
  readonly existing?: string;
  /** Whether to overwrite what others changed since the export or import. */
  readonly overwriteEdits?: boolean;
  /** File for the result as JSON. */
  readonly report?: string;
}

const HOW_TO_BRING_ASSETS =
  'The project lacks files that entries use. An export has them in a folder of its own: import it with --assets FOLDER.';

/** `stele import FILE`: makes entries of what a source holds, and publishes them. */
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
  const { collection, publish, overwriteEdits = false } = options;
  output.say(`Importing ${file} into ${collection === undefined ? '' : `${collection} of `}${project.name}`);
  const schema = (await activeSchema(api))?.schema ?? null;
  const source = await openSource(io, file, options, { schema, defaultLocale: project.default_locale });
  for (const note of source.notes) output.note(note);
  const assetPlan = source.assets && (await planAssets(api, identity.id, source.assets));
  // Nothing that is planned depends on what assets are called.
  let assetIds: ReadonlyMap<string, string> = new Map();
  const named = { read: () => withAssetIds(fillSlug(source.read(), schema), assetIds) };
  const assetNames = () => new Map([...assetIds].map(([name, id]) => [id, name]));
  const target = { api, projectId: project.id, schema, publish, existing, overwriteEdits, assetNames };
  const plan = await planImport(named, target);
  const locales = [...new Set([...plan.locales, ...(assetPlan?.locales ?? [])])];
  await ensureLocales(api, project.locales, locales, options, output);
  for (const line of describePlan(plan, assetPlan)) output.say(line);
  const finish = async <Result extends { readonly failed: readonly FailedLine[] }>(
    result: Result,
    said: string,
  ): Promise<void> => {
    if (options.report !== undefined)
      await writeFileAtomically(io, options.report, `${JSON.stringify(result, null, 2)}\n`);
    output.result(result);
    output.say(said);
    const lacksFiles = result.failed.some(({ details }) => details.some(({ reason }) => reason === 'asset_missing'));
    if (assetPlan === null && lacksFiles) output.note(HOW_TO_BRING_ASSETS);
  };
  const withUnread = <Done extends { readonly failed: readonly FailedLine[] }>(done: Done): Done => ({
    ...done,
    failed: [...source.failed, ...inFileOrder(plan.names, [...plan.repeated, ...done.failed])],
  });
  if (options.dryRun) {
    const { documents, collections, toCreate, toPublish } = plan;
    const there = (assetPlan?.assets ?? []).flatMap(({ line, known }) =>
      known ? [[line.name, known.id] as const] : [],
    );
    assetIds = new Map(there);
    const lacking = (assetPlan?.assets ?? []).flatMap(({ line, known }) => (known ? [] : [line.name]));
    const missing = plan.locales.filter((locale) => !project.locales.includes(locale));
    const namesAsset = (text: string): boolean => lacking.some((name) => text.includes(name));
    const { toUpdate, ...checked } = withUnread(await dryRun(plan, target, { locales: missing, namesAsset }));
    const result = {
      documents,
      collections,
      locales: plan.locales,
      to_create: toCreate,
      to_update: toUpdate,
      to_publish: toPublish,
      ...checked,
      seconds: expectedSeconds(plan),
      ...(assetPlan && { assets_to_upload: assetPlan.lacking }),
    };
    await finish(result, describeDryRun({ ...checked, toUpdate }, missing));
    return exitCode(checked.failed.length, checked.skipped.length);
  }
  const started = Date.now();
  const assets = assetPlan && (await importAssets(io, api, assetPlan));
  for (const { filename, message } of assets?.failed ?? []) output.say(`  ${filename}: ${message}`);
  if (assets) assetIds = assets.ids;
  progress.begin(plan.documents);
  const done = await runImport(plan, target, (now) => progress.show(now)).finally(() => progress.end());
  const summary = withUnread(done);
  const seconds = (Date.now() - started) / 1000;
  const ofAssets = assets && { assets: { uploaded: assets.uploaded, failed: assets.failed } };
  await finish({ ...summary, documents: plan.documents, seconds, ...ofAssets }, describeImport(summary, seconds));
  return exitCode(summary.failed.length + (assets?.failed.length ?? 0), summary.skipped.length);
}

function exitCode(failed: number, skipped: number): number {
  if (failed > 0) return 2;
  return skipped > 0 ? EXIT_SKIPPED : 0;
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

/** Adds the locales that a project lacks. @throws UserError unless that's asked for */
async function ensureLocales(
  api: ProjectClient,
  present: readonly string[],
  wanted: readonly string[],
  { addLocales, dryRun: isDry }: Pick<ImportOptions, 'addLocales' | 'dryRun'>,
  output: Output,
): Promise<void> {
  const missing = wanted.filter((locale) => !present.includes(locale));
  if (missing.length === 0) return;
  const [noun, them] = missing.length === 1 ? ['locale', 'it'] : ['locales', 'them'];
  const named = `the ${noun} ${missing.join(', ')}`;
  if (!addLocales) {
    throw new UserError(`The project lacks ${named}. Run it again with --add-locales to add ${them}.`);
  }
  if (isDry) return output.say(`Would add ${named}.`);
  await api.patch('', { body: { locales: [...present, ...missing] } });
  output.say(`Added ${named}.`);
}

/** All kinds of sources. The last one takes what no other does. */
const KINDS: readonly SourceKind[] = [markdownFolder, jsonLines];

/** Opens what entries are imported from. @throws UserError when it can't be read */
async function openSource(...args: Parameters<SourceKind>): Promise<Source> {
  for (const kind of KINDS) {
    const source = await kind(...args);
    if (source) return source;
  }
  throw new Error('No kind of source takes this place.');
}

/** Gives values the slug of their line, where the collection has a field for it and they have none. */
async function* fillSlug(
  lines: AsyncIterable<ContentLine>,
  schema: SchemaDocument | null,
): AsyncGenerator<ContentLine> {
  for await (const line of lines) {
    const { slug } = line;
    const field = findCollection(schema, line.collection)?.fields.find(({ key }) => key === 'slug');
    if (slug === undefined || field?.type !== 'slug') yield line;
    else {
      const values = Object.entries(line.values).map(
        ([locale, own]) => [locale, { ...own, slug: own.slug ?? slug }] as const,
      );
      yield { ...line, values: Object.fromEntries(values) };
    }
  }
}
