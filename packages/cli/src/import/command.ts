import { SingleBar } from 'cli-progress';
import { Api } from '../api.ts';
import { type ConnectionOptions, findConnection } from '../connection.ts';
import { UserError } from '../errors.ts';
import { duration, expectedSeconds, planImport } from './plan.ts';
import { readDocuments } from './read-documents.ts';
import { type ImportSummary, runImport } from './run.ts';

/** Options of `stele import`. */
export interface ImportOptions extends ConnectionOptions {
  readonly collection: string;
  readonly publish: boolean;
  readonly addLocales?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** `stele import FILE`: maps JSON lines to entries and publishes them. @returns the exit code */
export async function importCommand(file: string, options: ImportOptions, env: NodeJS.ProcessEnv): Promise<number> {
  const progress = new Progress(options.json === true);
  const api = new Api(await findConnection(options, env), (seconds, limit) => progress.waiting(seconds, limit));
  const { project, scope } = await api.identify();
  if (scope !== 'admin') throw new UserError(`The token's scope is ${scope}. Importing needs an admin token.`);
  const target = { projectId: project.id, collection: options.collection, publish: options.publish };

  progress.say(`Importing ${file} into ${options.collection} of ${project.name}`);
  const plan = await planImport(api, readDocuments(file), target);
  await ensureLocales(api, project, plan.locales, options, progress);
  const known = plan.documents - plan.toCreate;
  progress.say(
    `${plan.documents} documents in ${plan.locales.length} locales: ${plan.toCreate} to create, ${known} there already, ${plan.toPublish} to publish.`,
  );
  const expected = expectedSeconds(plan);
  progress.say(
    expected === 0
      ? 'The standard limits leave room for all of it at once.'
      : `With the standard limits (2,000 creates an hour, 30 publishes a minute) this takes about ${duration(expected)}. It can be stopped and run again.`,
  );
  if (options.dryRun) return 0;

  const started = Date.now();
  progress.begin(plan.documents);
  const summary = await runImport(api, readDocuments(file), plan, target, (now) => progress.show(now)).finally(() =>
    progress.end(),
  );
  const seconds = (Date.now() - started) / 1000;
  if (options.json) process.stdout.write(`${JSON.stringify({ ...summary, documents: plan.documents, seconds })}\n`);
  else progress.say(describe(summary, seconds));
  return summary.failed.length > 0 ? 2 : 0;
}

async function ensureLocales(
  api: Api,
  project: { readonly id: string; readonly locales: readonly string[] },
  wanted: readonly string[],
  options: Pick<ImportOptions, 'addLocales' | 'dryRun'>,
  progress: Progress,
): Promise<void> {
  const missing = wanted.filter((locale) => !project.locales.includes(locale));
  if (missing.length === 0) return;
  if (!options.addLocales) {
    throw new UserError(
      `The project lacks the locales ${missing.join(', ')}. Run it again with --add-locales to add them.`,
    );
  }
  if (options.dryRun) return progress.say(`Would add the locales ${missing.join(', ')}.`);
  await api.setLocales(project.id, [...project.locales, ...missing]);
  progress.say(`Added the locales ${missing.join(', ')}.`);
}

function describe(summary: ImportSummary, seconds: number): string {
  const lines = [
    `Done in ${duration(seconds)}: ${summary.created} created, ${summary.existed} there already, ${summary.published} published, ${summary.unchanged} unchanged, ${summary.failed.length} failed.`,
  ];
  if (summary.trashed > 0) lines.push(`${summary.trashed} are in the trash and were left there.`);
  for (const failure of summary.failed) lines.push(`  ${failure.externalId}: ${failure.message}`);
  return lines.join('\n');
}

/** Shows how far an import is: a bar on a terminal, a line now and then elsewhere, nothing with --json. */
class Progress {
  readonly #quiet: boolean;
  #bar: SingleBar | null = null;
  #total = 0;
  #done = 0;
  #toldWaiting = 0;

  constructor(quiet: boolean) {
    this.#quiet = quiet;
  }

  say(text: string): void {
    if (!this.#quiet) process.stdout.write(`${text}\n`);
  }

  begin(total: number): void {
    this.#total = total;
    if (this.#quiet || !process.stdout.isTTY) return;
    this.#bar = new SingleBar({
      format: '{bar} {value}/{total} · {published} published · {eta_formatted} left {note}',
      barCompleteChar: '█',
      barIncompleteChar: '░',
      hideCursor: true,
    });
    this.#bar.start(total, 0, { published: 0, note: '' });
  }

  show(summary: Readonly<ImportSummary>): void {
    this.#done++;
    if (this.#bar) this.#bar.update(this.#done, { published: summary.published, note: '' });
    else if (this.#done % 30 === 0 || this.#done === this.#total) {
      this.say(`${this.#done} of ${this.#total}, ${summary.published} published`);
    }
  }

  waiting(seconds: number, reason: string): void {
    if (this.#bar) this.#bar.update({ note: `· waiting ${seconds} s for a limit` });
    else if (Date.now() > this.#toldWaiting) {
      this.#toldWaiting = Date.now() + seconds * 1000;
      this.say(`Waiting ${seconds} s: ${reason}`);
    }
  }

  end(): void {
    this.#bar?.stop();
  }
}
