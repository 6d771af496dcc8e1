import { type BuildContext, buildContextOf, type ReportOptions } from './builds/build-context.ts';
import type { LoaderCache } from './cache/cache.ts';
import { LoaderError } from './errors.ts';
import { PROJECT_ID, SNAPSHOT_ID } from './format/shapes.ts';
import type { FetchLike } from './http/fetch-like.ts';
import { nodeFetch } from './http/node-fetch.ts';
import { consoleLog, type Log, silentLog } from './log.ts';

/** Options of a loader. An option that names a variable defaults to it. */
export interface LoaderOptions {
  /** Address of the API; STELE_URL. */
  readonly url?: string | undefined;
  /** Address of the content host; STELE_CONTENT_URL. Without it the API says, and has to be up. */
  readonly contentUrl?: string | undefined;
  /** The project; STELE_PROJECT. */
  readonly projectId?: string | undefined;
  /** A project token; STELE_TOKEN, with `drafts` first STELE_DRAFT_TOKEN. `read_published` is enough, but for drafts. */
  readonly token?: string | undefined;
  /** Sends all requests, as the platform's `fetch` does. Unless given, node:http does. */
  readonly fetch?: FetchLike | undefined;
  /**
   * Where content is kept from one build to the next: a folder, `false` for nowhere, or a cache of your own. Unless
   * given: node_modules/.cache/stele, or .stele-cache where there's no node_modules.
   */
  readonly cache?: string | false | LoaderCache | undefined;
  /** Reads this snapshot and no other, for builds that can be repeated. Takes neither `url` nor `token`. */
  readonly snapshot?: string | undefined;
  /** Reads drafts instead of published content. Takes a token of scope `read_draft` or `admin`. */
  readonly drafts?: boolean | undefined;
  /**
   * Whether texts of drafts say invisibly which field they show, so that a click in the editor's preview opens it. Unless given: where
   * the variable STELE_MARKS is 1. `clean` of `@stele/loader/preview` takes them out again.
   */
  readonly marks?: boolean | undefined;
  /** Milliseconds after which the cache's record of the live snapshot is too old; 30 days by default. */
  readonly maxAge?: number | undefined;
  /**
   * How to proceed when the live snapshot can't be read or verified: `throw`, or `last-verified`, which builds from the last
   * snapshot that was verified wholly, with a warning. Then every file of a snapshot is read before the first is handed over.
   */
  readonly onBroken?: 'throw' | 'last-verified' | undefined;
  /** Requests under way at a time; 8 by default. */
  readonly concurrency?: number | undefined;
  /** Milliseconds without a byte after which a request is given up; 10,000 by default. */
  readonly timeout?: number | undefined;
  /** Milliseconds after which the mirror on the content host is asked besides an API that doesn't answer; 2,000 by default. */
  readonly mirrorAfter?: number | undefined;
  /** How often a request is sent again when the network or the server fails; 3 by default. */
  readonly retries?: number | undefined;
  /**
   * Whether a build reports to the API what it reads, so that editors see whether a website was built from what they published.
   * Unless given: as STELE_REPORT says (0 or 1), or else where the variable CI is set. It never fails or delays a build.
   */
  readonly report?: boolean | ReportOptions | undefined;
  /** Where the loader reports what it did; the console by default, nowhere when false. */
  readonly log?: Log | false | undefined;
}

/** Options that were checked. */
export interface Settings
  extends Given<'fetch' | 'maxAge' | 'onBroken' | 'concurrency' | 'timeout' | 'mirrorAfter' | 'retries'> {
  readonly projectId: string;
  readonly contentUrl: string | null;
  readonly mode: Mode;
  readonly cache: LoaderOptions['cache'];
  /** How builds identify themselves; null when they don't report. */
  readonly build: BuildContext | null;
  readonly log: Log;
}
type Given<Name extends keyof LoaderOptions> = { readonly [Option in Name]: NonNullable<LoaderOptions[Option]> };

/** The content that is read, and its source. */
type Mode =
  | { readonly kind: 'live' | 'drafts'; readonly url: string; readonly token: string; readonly marks: boolean }
  | { readonly kind: 'pinned'; readonly snapshotId: string; readonly contentUrl: string };

type Environment = Readonly<Record<string, string | undefined>>;

const DAY_MS = 86_400_000;
/** Timers for longer end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Variables that options default to. */
const VARIABLES = {
  url: 'STELE_URL',
  contentUrl: 'STELE_CONTENT_URL',
  projectId: 'STELE_PROJECT',
  token: 'STELE_TOKEN',
} as const;
type Named = keyof typeof VARIABLES;

/** Checks options and adds what's left out. @throws LoaderError `option_missing`, `option_invalid` */
export function settingsOf(options: LoaderOptions, env: Environment): Settings {
  const given = (name: Named): string | null =>
    options[name] || (name === 'token' && options.drafts && env.STELE_DRAFT_TOKEN) || env[VARIABLES[name]] || null;
  const contentUrl = given('contentUrl');
  return {
    projectId: matching('projectId', required('projectId', given('projectId')), PROJECT_ID, 'an id with prj_ in front'),
    contentUrl: contentUrl === null ? null : address('contentUrl', contentUrl),
    mode: modeOf(options, given, env),
    fetch: options.fetch ?? nodeFetch,
    cache: options.cache === '' ? undefined : options.cache,
    maxAge: inRange('maxAge', options.maxAge ?? 30 * DAY_MS, 0, Number.POSITIVE_INFINITY),
    onBroken: matching('onBroken', options.onBroken ?? 'throw', /^(throw|last-verified)$/, 'throw or last-verified'),
    concurrency: whole('concurrency', options.concurrency ?? 8, 1),
    timeout: inRange('timeout', options.timeout ?? 10_000, 1, LONGEST_TIMER_MS),
    mirrorAfter: inRange('mirrorAfter', options.mirrorAfter ?? 2000, 0, LONGEST_TIMER_MS),
    retries: whole('retries', options.retries ?? 3, 0),
    build: buildContextOf(options.report, env),
    log: options.log === false ? silentLog : (options.log ?? consoleLog),
  };
}

function modeOf(
  { snapshot, drafts, marks }: LoaderOptions,
  given: (name: Named) => string | null,
  env: Environment,
): Mode {
  if (snapshot !== undefined && drafts) throw invalid('drafts', 'A pinned snapshot has no drafts');
  if (snapshot !== undefined) {
    const contentUrl = address('contentUrl', required('contentUrl', given('contentUrl')));
    return {
      kind: 'pinned',
      snapshotId: matching('snapshot', snapshot, SNAPSHOT_ID, 'an id with snap_ in front'),
      contentUrl,
    };
  }
  const url = address('url', required('url', given('url'))).replace(/\/v1$/, '');
  const token = matching('token', required('token', given('token')), /^[\x21-\x7e]+$/, 'one line without spaces');
  return { kind: drafts ? 'drafts' : 'live', url, token, marks: marks ?? env.STELE_MARKS === '1' };
}

function required(name: Named, value: string | null): string {
  if (value !== null) return value;
  const variable = VARIABLES[name];
  throw new LoaderError(
    'option_missing',
    `Neither the option ${name} nor the variable ${variable} is set. Write ${variable}=… into .env, as "npx stele init" does.`,
  );
}

/** An http(s) address without a slash at its end. */
function address(name: Named, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw invalid(name, "It isn't an address that begins with http(s)://");
  if (url.username || url.password || url.search || url.hash) {
    throw invalid(name, 'It may have a path, and nothing else');
  }
  return url.href.replace(/\/+$/, '');
}

/** The value isn't shown: it could be a secret in the wrong place. @param wanted a description of fitting values */
function matching<Text extends string>(name: keyof LoaderOptions, value: Text, pattern: RegExp, wanted: string): Text {
  if (pattern.test(value)) return value;
  throw invalid(name, `It should be ${wanted}`);
}

function whole(name: keyof LoaderOptions, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw invalid(name, `It should be a whole number from ${least} on`);
}

function inRange(name: keyof LoaderOptions, value: number, least: number, most: number): number {
  if (typeof value === 'number' && value >= least && value <= most) return value;
  throw invalid(name, `It should be a number from ${least} to ${most}`);
}

function invalid(name: keyof LoaderOptions, what: string): LoaderError {
  const variable = name in VARIABLES ? ` or the variable ${VARIABLES[name as Named]}` : '';
  return new LoaderError('option_invalid', `The option ${name}${variable} is wrong. ${what}.`);
}
