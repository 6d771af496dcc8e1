import type { Transport } from './transport.ts';

/** An asset, as far as the command needs to know it. */
export interface Asset {
  readonly id: string;
  readonly status: 'pending' | 'processing' | 'ready' | 'failed' | 'trashed';
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly filename: string;
  readonly mime: string;
  readonly bytes: number;
  readonly sha256: string | null;
  readonly alt_text: Readonly<Record<string, string>>;
  readonly decorative: boolean;
  readonly focal_point: { readonly x: number; readonly y: number } | null;
  readonly crop: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null;
  readonly folder_id: string | null;
  readonly created_by: { readonly type: string; readonly id: string | null };
}

/** A folder of assets. */
export interface AssetFolder {
  readonly id: string;
  readonly name: string;
  readonly parent_id: string | null;
}

/** A file that is to be uploaded. */
export interface DeclaredFile {
  readonly filename: string;
  readonly mime: string;
  readonly bytes: number;
  readonly folder_id: string | null;
}

/** Where a file, or what is missing of it, can be sent. */
export interface AssetUpload {
  readonly asset_id: string;
  readonly uploadUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly parts?: readonly { readonly uploadUrl: string; readonly offset: number; readonly bytes: number }[];
}

/** What can be said of an asset. */
export type AssetPatch = Partial<Pick<Asset, 'alt_text' | 'decorative' | 'focal_point'>>;

/** The routes of assets that the command uses. Each throws what `Transport.call` throws. */
export class AssetsApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Assets outside of the trash that have a file, or those of a status, oldest first. */
  async *list(projectId: string, status?: Asset['status']): AsyncGenerator<Asset> {
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ sort: 'created', limit: '100', ...(status && { status }) });
      if (cursor !== null) query.set('cursor', cursor);
      const page: { data: Asset[]; next_cursor: string | null } = await this.#transport.call(
        'GET',
        `/projects/${projectId}/assets?${query}`,
      );
      yield* page.data;
      cursor = page.next_cursor;
    } while (cursor !== null);
  }

  get(projectId: string, assetId: string): Promise<Asset> {
    return this.#transport.call('GET', `/projects/${projectId}/assets/${assetId}`);
  }

  /** Declares files. @param idempotencyKey keeps them from being declared twice when the answer is lost */
  async declare(
    projectId: string,
    files: readonly DeclaredFile[],
    idempotencyKey: string,
  ): Promise<readonly AssetUpload[]> {
    const { uploads } = await this.#transport.call<{ uploads: AssetUpload[] }>(
      'POST',
      `/projects/${projectId}/assets/uploads`,
      { files },
      idempotencyKey,
    );
    return uploads;
  }

  /** New addresses of an upload; of a large file for the parts that are missing. */
  renewUpload(projectId: string, assetId: string): Promise<AssetUpload> {
    return this.#transport.call('POST', `/projects/${projectId}/assets/${assetId}/upload-urls`);
  }

  /** Takes in what was uploaded. It may be called again. */
  complete(projectId: string, assetId: string): Promise<Asset> {
    return this.#transport.call('POST', `/projects/${projectId}/assets/${assetId}/complete`);
  }

  update(projectId: string, assetId: string, patch: AssetPatch): Promise<Asset> {
    return this.#transport.call('PATCH', `/projects/${projectId}/assets/${assetId}`, patch);
  }

  crop(projectId: string, assetId: string, crop: NonNullable<Asset['crop']>): Promise<Asset> {
    return this.#transport.call('POST', `/projects/${projectId}/assets/${assetId}/crop`, crop);
  }

  async trash(projectId: string, assetId: string): Promise<void> {
    await this.#transport.call('DELETE', `/projects/${projectId}/assets/${assetId}`);
  }

  /** An address of the file as it was uploaded, which ends after minutes. */
  async originalUrl(projectId: string, assetId: string): Promise<string> {
    const { url } = await this.#transport.call<{ url: string }>(
      'GET',
      `/projects/${projectId}/assets/${assetId}/original`,
    );
    return url;
  }

  async folders(projectId: string): Promise<readonly AssetFolder[]> {
    const { data } = await this.#transport.call<{ data: AssetFolder[] }>('GET', `/projects/${projectId}/asset-folders`);
    return data;
  }

  createFolder(projectId: string, name: string, parentId: string | null): Promise<AssetFolder> {
    return this.#transport.call('POST', `/projects/${projectId}/asset-folders`, { name, parent_id: parentId });
  }
}
