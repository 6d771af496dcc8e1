import path from 'node:path';
import { findConfig } from '../config/find-config.ts';
import { loadConfig } from '../config/load-config.ts';
import { UserError } from '../errors.ts';
import { type Io, placeOf } from '../io.ts';
import { Output } from '../output/output.ts';
import { listed, shellWord } from '../output/words.ts';
import { terminalQuestions } from '../prompts/questions.ts';
import { readTextIfThere, writeFileAtomically } from '../write-file.ts';
import { dependenciesOf, detectFramework, type Framework } from './detect-framework.ts';
import { firstConfig } from './first-config.ts';
import { ignoreEnv } from './ignore-env.ts';
import { configFor, type InferredConfig } from './infer-collection.ts';
import { type MarkdownContent, nextSteps } from './next-steps.ts';
import { withoutPreview, withPreview } from './preview-line.ts';
import { writePreviewSecret } from './preview-secret.ts';
import { contentOfSite, describeProposal, proposeSite, siteReader, unknownGlob } from './propose-site.ts';
import { shownFiles } from './shown-files.ts';
import { siteNotes } from './site-notes.ts';
import { findSite, type KnownSite, writeVariables } from './site-variables.ts';
import { collectionOfFolder, readAstroContent } from './sites/astro-content.ts';
import type { ZodField } from './sites/zod-fields.ts';
import { tokenSteps } from './token-steps.ts';

const CONFIG = 'stele.config.ts';
const EXAMPLE = '.env.example';
const VARIABLES = '.env';
/** Locales that are safe in the source of a page. */
const LOCALE = /^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/;

export interface InitOptions {
  readonly force?: boolean;
  /** Whether the site's files are written without asking. */
  readonly yes?: boolean;
  /** A folder of Markdown files that the config is to fit. */
  readonly from?: string;
  /** Key of the collection for them; the folder's name by default. */
  readonly as?: string;
  /** Globs of Markdown files that are left out. */
  readonly exclude?: readonly string[];
  /** The language of the pages; if omitted, the project's default. */
  readonly locale?: string;
  /** Id or short name of the project that the site is for. */
  readonly project?: string;
  readonly json?: boolean;
}

const NAMES: Readonly<Record<Framework, string>> = {
  astro: 'Astro',
  next: 'Next.js',
  vite: 'Vite',
  none: 'no framework',
};

/**
 * `stele init`: writes a first config and the files beside it into the working folder; shows the changes that the site's own
 * files need, and writes them once they're agreed to. With a config that's there already, only the site's files are looked at.
 */
export async function initCommand(io: Io, options: InitOptions): Promise<number> {
  if (options.as !== undefined && options.from === undefined) throw new UserError('--as needs --from FOLDER.');
  if (options.exclude !== undefined && options.from === undefined)
    throw new UserError('--exclude needs --from FOLDER.');
  const output = new Output(io, options);
  const folder = io.cwd;
  const framework = await detectFramework(io, folder);
  const site = await findSite(io, options.project);
  const locale = localeOf(options, site);
  const hadVariables = (await readTextIfThere(io, path.join(folder, VARIABLES))) !== null;
  const variables = site.variables.STELE_URL && !hadVariables ? writeVariables(site.variables) : null;
  const given = await markdownOf(io, framework, options);
  const config = await readTextIfThere(io, path.join(folder, CONFIG));
  const { written, notes } = await writeFirstFiles(io, folder, { framework, options, given, variables });
  const { schema } = await loadConfig(io, CONFIG);
  // Only a config that was made for this site says which files it's made of.
  const isOwn = framework === 'astro' && config !== null && withoutPreview(config) !== firstConfig(framework);
  const content = given?.content ?? (isOwn ? await contentOfSite(io, schema, locale) : null);
  const proposal = await proposeSite(io, { framework, schema, locale, content });
  if (written.includes(CONFIG) && proposal.preview) {
    const first = (await readTextIfThere(io, path.join(folder, CONFIG))) ?? '';
    await writeFileAtomically(io, path.join(folder, CONFIG), withPreview(first, proposal.preview));
  }
  const open = proposal.changes.length + proposal.advice.length > 0;
  output.say(
    `Found ${NAMES[framework]}. ${written.length > 0 ? `Wrote ${written.join(', ')}.` : `There is a ${CONFIG} already.`}\n`,
  );
  if (open) output.say(describeProposal(proposal, output.colours));
  const files = proposal.changes.map(({ file }) => file);
  const token = await tokenSteps(io, site, options.project);
  const isOpen = !hadVariables || token.length > 0;
  const pages = files.length > 0 && options.locale === undefined ? locale : null;
  for (const note of await siteNotes(io, site, { isOpen, pages })) output.note(note);
  const agreed = files.length > 0 && (await isAgreed(io, files, options, output));
  if (agreed) {
    for (const { file, after } of proposal.changes) await writeFileAtomically(io, path.join(folder, file), after);
    if (proposal.hasDraftRoute) files.push(...(await writePreviewSecret(io, folder)));
    output.say(`Wrote ${files.join(', ')}.\n`);
  } else if (files.length > 0) {
    output.say(`Not written: ${files.join(', ')}. To write them, run: npx stele init${optionsAgain(options)} --yes\n`);
  }
  output.result({
    framework,
    written: [...new Set([...written, ...(agreed ? files : [])])],
    proposed: agreed ? [] : proposal.changes,
    advice: proposal.advice,
    ...(notes.length > 0 && { notes }),
  });
  for (const note of notes) output.note(note);
  const installed = await dependenciesOf(io, folder);
  for (const line of nextSteps(framework, { installed, packages: proposal.packages, content, token })) {
    output.say(line);
  }
  return 0;
}

/** The options that the same run has again. */
function optionsAgain({ from, as, exclude = [], locale, project }: InitOptions): string {
  const given = [
    ['--from', from],
    ['--as', as],
    ...exclude.map((glob) => ['--exclude', glob]),
    ['--locale', locale],
    ['--project', project],
  ] as const;
  return given.map(([name, value]) => (value === undefined ? '' : ` ${name} ${shellWord(value)}`)).join('');
}

/** The language of the pages. @throws UserError when an invalid one is asked for */
function localeOf({ locale }: InitOptions, site: KnownSite): string {
  if (locale === undefined) return site.locale !== null && LOCALE.test(site.locale) ? site.locale : 'en';
  if (LOCALE.test(locale)) return locale;
  throw new UserError(`"${locale}" isn't a language. It is written as de or de-AT.`);
}

/** The key of the collection for a folder: as asked for, or the folder's name. */
function collectionKey(io: Io, folder: string, asked: string | undefined): string {
  return asked ?? path.basename(placeOf(io, folder)).replaceAll(/[^A-Za-z0-9_]/g, '_');
}

/** The Markdown files that a config is to fit. */
interface GivenMarkdown {
  readonly content: MarkdownContent;
  /** Fields of the site's own schema for the front matter; null when no schema can be read. */
  readonly fields: readonly ZodField[] | null;
  readonly notes: readonly string[];
}

/**
 * The Markdown files that are asked for; null for none. Where a collection of Astro shows them, those with components stay
 * with the site, unless people say themselves which do.
 */
async function markdownOf(
  io: Io,
  framework: Framework,
  { from, as, exclude }: InitOptions,
): Promise<GivenMarkdown | null> {
  if (from === undefined) return null;
  const folder = path.relative(io.cwd, placeOf(io, from));
  const site = framework === 'astro' ? await readAstroContent(siteReader(io)) : null;
  const shown = site && collectionOfFolder(site, folder);
  const files = shown ? await shownFiles(io, shown) : null;
  const staying = exclude === undefined ? (files?.staying ?? []) : [];
  const leftOut = files?.leftOut ?? [];
  const notes = [
    ...(staying.length > 0 ? [`${listed(staying)}: with components, so your site keeps them as files.`] : []),
    ...(leftOut.length > 0 ? [`${listed(leftOut)}: not in the pattern of your collection, so not imported.`] : []),
    ...(shown && files?.leftOut === null ? [unknownGlob(shown.key)] : []),
  ];
  const excluded = [...new Set([...(exclude ?? staying), ...leftOut])];
  const content = { folder: from, collection: collectionKey(io, from, as), exclude: excluded };
  return { content, fields: shown?.fields ?? null, notes };
}

/** The files that a first run wrote, and notes about the config. */
interface FirstFiles {
  readonly written: readonly string[];
  readonly notes: readonly string[];
}

interface FirstFilesOptions {
  readonly framework: Framework;
  readonly options: InitOptions;
  readonly given: GivenMarkdown | null;
  /** The text of a new .env; null for none. */
  readonly variables: string | null;
}

/** Writes the config and the files beside it; nothing when there's a config for a site already. */
async function writeFirstFiles(
  io: Io,
  folder: string,
  { framework, options: { force = false }, given, variables }: FirstFilesOptions,
): Promise<FirstFiles> {
  const existing = findConfig(folder);
  const inferred = given && (await configFor(io, given.content, given.fields));
  if (existing !== null) {
    const name = path.basename(existing);
    if (name !== CONFIG) throw new UserError(`There is a config already: ${name}. Move it away first.`);
    const text = withoutPreview((await readTextIfThere(io, existing)) ?? '');
    const isExample = force && text === firstConfig(framework);
    const toAdd = inferred && !isExample && (await addition(io, inferred));
    if (toAdd) return { written: [], notes: [...inferred.notes, toAdd] };
    if (!force) {
      if (inferred === null || inferred.source === text) return { written: [], notes: given?.notes ?? [] };
      throw new UserError(
        `There is a ${CONFIG} already. To overwrite it, run the command again with --force; to keep it, without --from.`,
      );
    }
  }
  const written = [CONFIG];
  const { source, notes } = inferred ?? { source: firstConfig(framework), notes: [] };
  await writeFileAtomically(io, path.join(folder, CONFIG), source);
  if (force || (await readTextIfThere(io, path.join(folder, EXAMPLE))) === null) {
    await writeFileAtomically(io, path.join(folder, EXAMPLE), writeVariables({}));
    written.push(EXAMPLE);
  }
  // Never overwritten: it can hold what is nowhere else.
  if (variables !== null) {
    await writeFileAtomically(io, path.join(folder, VARIABLES), variables, { file: 0o600 });
    written.push(VARIABLES);
  }
  if (await ignoreEnv(io, path.join(folder, '.gitignore'))) written.push('.gitignore');
  return { written, notes: [...(given?.notes ?? []), ...notes] };
}

/** Advice to add the inferred collection to an existing config that has others; null when it has none. */
async function addition(io: Io, { key, source }: InferredConfig): Promise<string | null> {
  const known = await loadConfig(io, CONFIG).catch(() => null);
  const all = (known?.schema.collections ?? []).map((one) => one.key);
  const others = all.filter((one) => one !== key);
  if (others.length === 0) return null;
  return `${CONFIG} has other collections too (${others.join(', ')}), so it stays as it is. ${all.includes(key) ? `Replace ${key} in it` : `Add ${key} to it`}:\n\n${source}`;
}

async function isAgreed(io: Io, files: readonly string[], { yes }: InitOptions, output: Output): Promise<boolean> {
  if (yes) return true;
  return output.interactive && (await terminalQuestions(io).yes(`Write these changes to ${files.join(', ')}?`, true));
}
