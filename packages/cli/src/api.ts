import {
  ApiError,
  type Asset,
  type Client,
  type ConnectionError,
  createClient,
  type Entry,
  type ItemOf,
  type ProjectClient,
  type ProjectPaths,
} from '@stele/client';
import type { SchemaDocument } from '@stele/schema';
import { noApiAt, reasonOf, SignInOver, UserError } from './errors.ts';
import type { Io } from './io.ts';

/** How often a call is tried again while nothing has ever answered: the address may be wrong, or the server not running. */
const FIRST_RETRIES = 2;

/** Makes a secret, which mustn't be done twice when the answer is lost. */
const MAKES_SECRET = /\/tokens(\/[^/]+\/rotate)?$/;

/** Where the API is, and who calls it: a project's token, or a person's if one is named, or a person's session cookie. */
export type Access =
  | { readonly url: string; readonly token: string; readonly person?: { readonly id: string } }
  | { readonly url: string; readonly cookie: string };

interface Patience {
  /** How often a call is tried again when the network or the server fails. */
  readonly retries?: number;
  /** Milliseconds after which no call is waited for. Limits aren't waited for at all then. */
  readonly deadlineMs?: number;
  /** Called when a limit makes the command wait. */
  readonly onWait?: (seconds: number, limit: string) => void;
  /** Called when nothing answers and the call is tried again: at once while nothing has ever answered, later from the second time in a row. */
  readonly onLost?: (error: ConnectionError) => void;
}

/**
 * A client of an API. Limits are waited for as long as Retry-After says; a network that fails and answers of 5xx are tried
 * again. Its calls throw ApiError, ConnectionError, SignInOver when it's a person's token that has ended, and UserError when
 * something else than the API answers.
 */
export function connect(io: Pick<Io, 'sleep'>, access: Access, patience: Patience = {}): Client {
  const { url } = access;
  const { retries = 2, deadlineMs, onWait, onLost } = patience;
  let hasAnswered = false;
  let isLost = false;
  return createClient({
    url,
    ...('token' in access ? { token: access.token } : { headers: { cookie: access.cookie, origin: url } }),
    retries,
    waits: deadlineMs === undefined ? Number.POSITIVE_INFINITY : 0,
    longestWait: Number.POSITIVE_INFINITY,
    ...(deadlineMs !== undefined && { signal: AbortSignal.timeout(deadlineMs) }),
    mayRepeat: (request) => request.method !== 'POST' || !MAKES_SECRET.test(new URL(request.url).pathname),
    sleep: (ms, signal) => io.sleep(ms, signal),
    async fetch(request) {
      const response = await fetch(request);
      hasAnswered = true;
      isLost = false;
      if (response.status === 401 && 'person' in access) throw new SignInOver(url);
      if (response.status >= 500 || response.headers.get('content-type')?.includes('json')) return response;
      throw new UserError(`${request.url} answered ${response.status} with something that isn't JSON. ${noApiAt(url)}`);
    },
    onRetry({ error, attempt, seconds }) {
      if (error instanceof ApiError) {
        if (error.status === 429) onWait?.(seconds, reasonOf(error));
        return;
      }
      if (!hasAnswered && attempt > FIRST_RETRIES) throw error;
      if (isLost || (hasAnswered && attempt === 1)) return;
      isLost = true;
      onLost?.(error);
    },
  });
}

/** Locale → field → value. */
export type LocaleValues = Entry['values'];

/** An entry with its drafts, and with its published values in the form of drafts. */
export interface EntryContent extends ItemOf<'/entries', ProjectPaths> {
  readonly values: LocaleValues;
  readonly live_values: LocaleValues;
}

/** The collection, or all of them; entries outside of the trash unless a status is given. */
type EntryFilter = { readonly collection?: string; readonly status?: 'trashed' };

/** Entries with their drafts and their published values. @throws what calls throw */
export function entriesWithContent(api: ProjectClient, filter: EntryFilter = {}): AsyncGenerator<EntryContent> {
  const query = { ...filter, include: 'values,live_values' };
  return api.list('/entries', { params: { query } }) as AsyncGenerator<EntryContent>;
}

interface ActiveSchema {
  readonly version: number;
  readonly hash: string;
  readonly schema: SchemaDocument;
}

/** The active schema; null while none was pushed. @throws what calls throw */
export async function activeSchema(api: ProjectClient): Promise<ActiveSchema | null> {
  try {
    // The API has filled in what a document may leave out.
    return (await api.get('/schema')) as ActiveSchema;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'schema.none_pushed') return null;
    throw error;
  }
}

/** The assets outside of the trash that have a file, or those of a status, oldest first. @throws what calls throw */
export function assetsOf(api: ProjectClient, status?: 'pending'): AsyncGenerator<Asset> {
  return api.list('/assets', { params: { query: { sort: 'created', ...(status && { status }) } } });
}
