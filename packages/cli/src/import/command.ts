import type { Api } from '../api/api.ts';
import { mapAssetIds } from '../assets/asset-names.ts';
import type { ContentLine } from '../content/line.ts';
import { UserError } from '../errors.ts';
import { Output } from '../output/output.ts';
import { openSession, type SharedOptions } from '../session.ts';
import { fillSlug } from './fill-slug.ts';
import { importAssets, planAssets } from './import-assets.ts';
import { duration, expectedSeconds, planImport } from './plan.ts';
import { Progress } from './progress.ts';
import { readLines } from './read-lines.ts';
import { type ImportSummary, runImport } from './run.ts';

/** Calls are made this often before an import gives up. */
const RETRIES = 8;

/** Options of `stele import`. */
export interface ImportOptions extends SharedOptions {
  readonly collection?: string;
  readonly publish: boolean;
  readonly addLocales?: boolean;
  readonly dryRun?: boolean;
  /** Folder of exported assets that the entries use. */
  readonly assets?: string;
}

/** `stele import FILE`: maps JSON lines to entries and publishes them. @returns the exit code */
export async function importCommand(file: string, options: ImportOptions, env: NodeJS.ProcessEnv): Promise<number> {
  const output = new Output(options);
  const progress = new Progress(output);
  const { api, identity, project } = await openSession(options, env, output, {
    admin: 'Importing',
    retries: RETRIES,
    onWait: (seconds, limit) => progress.waiting(seconds, limit),
  });
  output.say(
    `Importing ${file} into ${options.collection === undefined ? '' : `${options.collection} of `}${project.name}`,
  );
  const schema = (await api.activeSchema(project.id))?.schema ?? null;
  const assetTarget = { api: api.assets, projectId: project.id, tokenId: identity.id };
  const assetPlan = options.assets === undefined ? null : await planAssets(assetTarget, options.assets);
  // Nothing that is planned depends on what assets are called.
  let assetIds: ReadonlyMap<string, string> = new Map();
  const read = (): AsyncIterable<ContentLine> =>
    withAssetIds(fillSlug(readLines(file, options.collection), schema), assetIds);
  const target = { projectId: project.id, schema, publish: options.publish };
  const plan = await planImport(api, read, target);
  const locales = new Set([...plan.locales, ...(assetPlan?.locales ?? [])]);
  await ensureLocales(api, project, [...locales], options, output);
  const known = plan.documents - plan.toCreate;
  output.say(
    `${plan.documents} documents in ${plan.locales.length} locales: ${plan.toCreate} to create, ${known} there already, ${plan.toPublish} to publish.`,
  );
  if (assetPlan) {
    const there = assetPlan.assets.length - assetPlan.lacking;
    output.say(`${assetPlan.assets.length} assets: ${assetPlan.lacking} to upload, ${there} there already.`);
  }
  const expected = expectedSeconds(plan);
  output.say(
    expected === 0
      ? 'The standard limits leave room for all of it at once.'
      : `With the standard limits (2,000 creates an hour, 30 publishes a minute) this takes about ${duration(expected)}. It can be stopped and run again.`,
  );
  if (options.dryRun) {
    const { documents, collections, locales: used, toCreate, toPublish } = plan;
    output.result({
      documents,
      collections,
      locales: used,
      to_create: toCreate,
      to_publish: toPublish,
      seconds: expected,
      ...(assetPlan && { assets_to_upload: assetPlan.lacking }),
    });
    return 0;
  }

  const started = Date.now();
  const assets = assetPlan && (await importAssets(assetTarget, assetPlan));
  for (const { filename, message } of assets?.failed ?? []) output.say(`  ${filename}: ${message}`);
  if (assets) assetIds = assets.ids;
  progress.begin(plan.documents);
  const summary = await runImport(api, read, plan, target, (now) => progress.show(now)).finally(() => progress.end());
  const seconds = (Date.now() - started) / 1000;
  output.result({
    ...summary,
    documents: plan.documents,
    seconds,
    ...(assets && { assets: { uploaded: assets.uploaded, failed: assets.failed } }),
  });
  output.say(describe(summary, seconds));
  return summary.failed.length + (assets?.failed.length ?? 0) > 0 ? 2 : 0;
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
  if (!options.addLocales) {
    throw new UserError(
      `The project lacks the locales ${missing.join(', ')}. Run it again with --add-locales to add them.`,
    );
  }
  if (options.dryRun) return output.say(`Would add the locales ${missing.join(', ')}.`);
  await api.setLocales(project.id, [...project.locales, ...missing]);
  output.say(`Added the locales ${missing.join(', ')}.`);
}

function describe(summary: ImportSummary, seconds: number): string {
  const lines = [
    `Done in ${duration(seconds)}: ${summary.created} created, ${summary.existed} there already, ${summary.published} published, ${summary.unchanged} unchanged, ${summary.failed.length} failed.`,
  ];
  if (summary.trashed > 0) lines.push(`${summary.trashed} are in the trash and were left there.`);
  if (summary.differing > 0)
    lines.push(`${summary.differing} were changed since they were imported and left as they are.`);
  for (const failure of summary.failed) {
    lines.push(`  ${failure.collection}/${failure.externalId}: ${failure.message}`);
  }
  return lines.join('\n');
}
