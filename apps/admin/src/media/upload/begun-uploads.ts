import { createStore, del, entries, set, type UseStore } from 'idb-keyval';

/** An upload is given up by the server a day after it was declared. */
const LASTS_MS = 24 * 60 * 60 * 1000;
const LOCK = 'stele-upload-';

/** An upload that was declared and isn't complete. The file itself can't be kept: it has to be chosen again. */
export interface BegunUpload {
  readonly assetId: string;
  readonly projectId: string;
  readonly filename: string;
  readonly bytes: number;
  readonly lastModified: number;
  readonly folderId: string | null;
  /** Whether it replaces the file of an asset that is there already. */
  readonly replaces: boolean;
  /** When it was declared, in milliseconds since the epoch. */
  readonly at: number;
}

/** The browser's memory of uploads over a reload. Without storage, nothing is remembered. */
export class BegunUploads {
  readonly #projectId: string;
  #store: UseStore | null = null;

  constructor(projectId: string) {
    this.#projectId = projectId;
  }

  async remember(upload: Omit<BegunUpload, 'projectId' | 'at'>): Promise<void> {
    const record: BegunUpload = { ...upload, projectId: this.#projectId, at: Date.now() };
    await this.#try((store) => set(upload.assetId, record, store));
  }

  async forget(assetId: string): Promise<void> {
    await this.#try((store) => del(assetId, store));
  }

  /** Uploads of the project that no tab is at. */
  async interrupted(): Promise<BegunUpload[]> {
    const all = (await this.#try((store) => entries<string, BegunUpload>(store))) ?? [];
    const held = await this.#heldLocks();
    const found: BegunUpload[] = [];
    for (const [assetId, upload] of all) {
      if (Date.now() - upload.at > LASTS_MS) await this.forget(assetId);
      else if (upload.projectId === this.#projectId && !held.has(LOCK + assetId)) found.push(upload);
    }
    return found;
  }

  /** Holds a lock that shows other tabs that this one is uploading, until `work` has ended. */
  async while<Result>(assetId: string, work: () => Promise<Result>): Promise<Result> {
    // There are no locks on pages that came by http.
    return navigator.locks ? navigator.locks.request(LOCK + assetId, { mode: 'shared' }, work) : work();
  }

  async #heldLocks(): Promise<ReadonlySet<string | undefined>> {
    const state = await navigator.locks?.query();
    return new Set(state?.held?.map(({ name }) => name));
  }

  async #try<Result>(act: (store: UseStore) => Promise<Result>): Promise<Result | undefined> {
    try {
      this.#store ??= createStore('stele-uploads', 'begun');
      return await act(this.#store);
    } catch {
      return undefined;
    }
  }
}

/** The upload that a file would go on with. */
export function begunOf(
  begun: readonly BegunUpload[],
  file: Pick<File, 'name' | 'size' | 'lastModified'>,
): BegunUpload | null {
  return (
    begun.find(
      ({ filename, bytes, lastModified }) =>
        filename === file.name && bytes === file.size && lastModified === file.lastModified,
    ) ?? null
  );
}
