import { randomUUID } from 'node:crypto';
import { ApiFailure } from '../errors.ts';
import { AssetsApi } from './assets-api.ts';
import type {
  BulkResult,
  Deployment,
  Entry,
  EntryCheck,
  EntryContent,
  EntryLive,
  EntryValidation,
  ListedEntry,
  ListedToken,
  LocaleValues,
  NewEntry,
  NewToken,
  PublishResult,
  SchemaDiff,
  SchemaProposal,
  SchemaVersion,
  SyncResult,
  TokenIdentity,
  VersionItem,
} from './shapes.ts';
import type { Transport } from './transport.ts';

/** Which entries are listed. */
export interface EntryFilter {
  /** All collections unless given. */
  readonly collection?: string;
  /** All entries outside of the trash unless given. */
  readonly status?: 'trashed';
  /** The order by hand of the collection; else the newest come first. */
  readonly sort?: 'position';
}

/** The routes of the API that the command uses. Each throws what `Transport.call` throws. */
export class Api {
  readonly assets: AssetsApi;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.assets = new AssetsApi(transport);
    this.#transport = transport;
  }

  /** Who the token is, and the project that it belongs to. */
  identify(): Promise<TokenIdentity> {
    return this.#transport.call('GET', '/tokens/me');
  }

  setLocales(projectId: string, locales: readonly string[]): Promise<unknown> {
    return this.#transport.call('PATCH', `/projects/${projectId}`, { locales });
  }

  /** The active schema; null while none was pushed. */
  async activeSchema(projectId: string): Promise<SchemaVersion | null> {
    try {
      return await this.#transport.call<SchemaVersion>('GET', `/projects/${projectId}/schema`);
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'schema.none_pushed') return null;
      throw error;
    }
  }

  diffSchema(projectId: string, proposal: SchemaProposal): Promise<SchemaDiff> {
    return this.#transport.call('POST', `/projects/${projectId}/schema/diff`, proposal);
  }

  /**
   * Pushes a schema onto the version that a diff was made against.
   *
   * @param idempotencyKey keeps a push whose answer is lost from looking like somebody else's
   */
  syncSchema(
    projectId: string,
    proposal: SchemaProposal,
    { base_version, confirm_token }: Pick<SchemaDiff, 'base_version' | 'confirm_token'>,
    idempotencyKey: string,
  ): Promise<SyncResult> {
    const body = { ...proposal, base_version, ...(confirm_token !== null && { confirm_token }) };
    return this.#transport.call('POST', `/projects/${projectId}/schema/sync`, body, idempotencyKey);
  }

  /** Entries, page by page. */
  entries(projectId: string, filter: EntryFilter = {}): AsyncGenerator<ListedEntry> {
    return this.#pages<ListedEntry>(projectId, { ...filter });
  }

  /** Entries with their drafts and with what is live, page by page. */
  entriesWithContent(projectId: string, filter: EntryFilter = {}): AsyncGenerator<EntryContent> {
    return this.#pages<EntryContent>(projectId, { ...filter, include: 'values,live_values' });
  }

  async *#pages<Item>(projectId: string, filter: Readonly<Record<string, string>>): AsyncGenerator<Item> {
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ ...filter, limit: '100', ...(cursor !== null && { cursor }) });
      const page: { data: Item[]; next_cursor: string | null } = await this.#transport.call(
        'GET',
        `/projects/${projectId}/entries?${query}`,
      );
      yield* page.data;
      cursor = page.next_cursor;
    } while (cursor !== null);
  }

  /** An entry with its drafts. */
  entry(projectId: string, entryId: string): Promise<Entry> {
    return this.#transport.call('GET', `/projects/${projectId}/entries/${entryId}`);
  }

  /** @param idempotencyKey keeps the entry from being made twice when the answer is lost */
  createEntry(projectId: string, entry: NewEntry, idempotencyKey: string): Promise<Entry> {
    const body = { ...entry, via: 'import' };
    return this.#transport.call('POST', `/projects/${projectId}/entries`, body, idempotencyKey);
  }

  /** Saves whole locales over an entry's drafts; null takes a locale's draft away. */
  saveDraft(
    projectId: string,
    entry: Pick<ListedEntry, 'id' | 'version'>,
    values: Readonly<Record<string, LocaleValues[string] | null>>,
  ): Promise<Entry> {
    const body = { values, base_version: entry.version, via: 'import' };
    return this.#transport.call('PUT', `/projects/${projectId}/entries/${entry.id}/draft`, body);
  }

  /**
   * Changes fields of an entry's drafts, and nothing else.
   *
   * @param via `import` for values that the next import may write over
   */
  patchDraft(
    projectId: string,
    entry: Pick<ListedEntry, 'id' | 'version'>,
    values: LocaleValues,
    via?: 'import',
  ): Promise<Entry> {
    const body = { values, base_version: entry.version, ...(via && { via }) };
    return this.#transport.call('PATCH', `/projects/${projectId}/entries/${entry.id}/draft`, body);
  }

  /** What a save, and a publish after it, would refuse and warn of; writes nothing. */
  validate(projectId: string, check: EntryCheck): Promise<EntryValidation> {
    return this.#transport.call('POST', `/projects/${projectId}/entries/validate`, check);
  }

  /** An entry's versions, newest first. */
  async *versions(projectId: string, entryId: string): AsyncGenerator<VersionItem> {
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ limit: '100', ...(cursor !== null && { cursor }) });
      const page: { data: VersionItem[]; next_cursor: string | null } = await this.#transport.call(
        'GET',
        `/projects/${projectId}/entries/${entryId}/versions?${query}`,
      );
      yield* page.data;
      cursor = page.next_cursor;
    } while (cursor !== null);
  }

  /** Publishes what is saved of an entry in some locales. */
  publishLocales(
    projectId: string,
    entry: Pick<Entry, 'id' | 'version'>,
    locales: readonly string[],
    idempotencyKey: string,
  ): Promise<PublishResult> {
    const body = { locales, base_version: entry.version };
    return this.#transport.call('POST', `/projects/${projectId}/entries/${entry.id}/publish`, body, idempotencyKey);
  }

  /** Publishes some locales of up to 100 entries in one snapshot: of those that can be. */
  publishEntries(
    projectId: string,
    entries: readonly Pick<ListedEntry, 'id' | 'version'>[],
    locales: readonly string[],
    idempotencyKey: string,
  ): Promise<BulkResult> {
    const body = {
      action: 'publish',
      entry_ids: entries.map(({ id }) => id),
      base_versions: entries.map(({ version }) => version),
      locales,
      partial: true,
    };
    return this.#transport.call('POST', `/projects/${projectId}/entries/bulk`, body, idempotencyKey);
  }

  /** How far the last change of what is published of an entry has come. */
  entryLive(projectId: string, entryId: string): Promise<EntryLive> {
    return this.#transport.call('GET', `/projects/${projectId}/entries/${entryId}/live`);
  }

  /** The newest deployments, newest first; for people only. */
  async deployments(projectId: string, count: number): Promise<readonly Deployment[]> {
    const page = await this.#transport.call<{ data: Deployment[] }>(
      'GET',
      `/projects/${projectId}/deployments?limit=${count}`,
    );
    return page.data;
  }

  /** Names of a project's deploy targets, by their id; for people only. */
  async targetNames(projectId: string): Promise<ReadonlyMap<string, string>> {
    const list = await this.#transport.call<{ data: { id: string; name: string }[] }>(
      'GET',
      `/projects/${projectId}/deploy-targets`,
    );
    return new Map(list.data.map(({ id, name }) => [id, name]));
  }

  /** The projects that a person is a member of; for people only. */
  async projects(): Promise<readonly TokenIdentity['project'][]> {
    const { data } = await this.#transport.call<{ data: TokenIdentity['project'][] }>('GET', '/projects');
    return data;
  }

  /** Makes a project; for people only. */
  createProject(project: {
    readonly name: string;
    readonly locales: readonly string[];
    readonly slug?: string;
  }): Promise<{ readonly id: string; readonly name: string; readonly slug: string }> {
    return this.#transport.call('POST', '/projects', project, randomUUID());
  }

  /** A project's tokens, ended ones too; for people only. */
  async tokens(projectId: string): Promise<readonly ListedToken[]> {
    const { data } = await this.#transport.call<{ data: ListedToken[] }>('GET', `/projects/${projectId}/tokens`);
    return data;
  }

  /** Not called again when the answer is lost: that would make another token. */
  createToken(
    projectId: string,
    token: { readonly name: string; readonly scope: string; readonly expires_at?: string },
  ): Promise<NewToken> {
    return this.#transport.callOnce('POST', `/projects/${projectId}/tokens`, token);
  }

  /** Not called again when the answer is lost: that would end the new secret. */
  rotateToken(projectId: string, tokenId: string): Promise<NewToken> {
    return this.#transport.callOnce('POST', `/projects/${projectId}/tokens/${encodeURIComponent(tokenId)}/rotate`);
  }

  revokeToken(projectId: string, tokenId: string): Promise<ListedToken> {
    return this.#transport.call('DELETE', `/projects/${projectId}/tokens/${encodeURIComponent(tokenId)}`);
  }

  /** The addresses that sites need. */
  instance(): Promise<{ readonly api_url: string; readonly content_url: string }> {
    return this.#transport.call('GET', '/instance');
  }

  publishEntry(
    projectId: string,
    entry: Pick<ListedEntry, 'id' | 'version'>,
    locales: readonly string[],
  ): Promise<PublishResult> {
    return this.#transport.call('POST', `/projects/${projectId}/entries/${entry.id}/publish`, {
      locales,
      base_version: entry.version,
      via: 'import',
    });
  }

  /** Puts entries right behind another of a collection that is ordered by hand, or first. */
  async orderEntries(
    projectId: string,
    collection: string,
    entryIds: readonly string[],
    after: string | null,
  ): Promise<void> {
    const body = { collection_key: collection, entry_ids: entryIds, after };
    await this.#transport.call('POST', `/projects/${projectId}/entries/order`, body);
  }
}
