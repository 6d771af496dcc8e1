import { ApiError, type AssetFolder, type ProjectClient } from '@stele/client';
import { isSameText } from '@stele/schema';
import { refusalOf } from '../errors.ts';

/** The folders of a project, by their names. */
export class FolderTree {
  readonly #api: ProjectClient;
  readonly #byId: Map<string, AssetFolder>;

  private constructor(api: ProjectClient, folders: readonly AssetFolder[]) {
    this.#api = api;
    this.#byId = new Map(folders.map((folder) => [folder.id, folder]));
  }

  /** Reads the folders that there are. @throws ApiError */
  static async read(api: ProjectClient): Promise<FolderTree> {
    return new FolderTree(api, (await api.get('/asset-folders')).data);
  }

  /**
   * Finds the folder of each file, and makes those that are missing. A folder that the API refuses doesn't stop the others: its
   * files are named with the reason.
   *
   * @param above names of the folders that all of them go into
   * @throws what `refusalOf` throws
   */
  async place<File extends { readonly folder: readonly string[] }>(
    files: readonly File[],
    above: readonly string[] = [],
  ): Promise<{
    readonly placed: readonly (File & { readonly folderId: string | null })[];
    readonly refused: readonly { readonly file: File; readonly error: string }[];
  }> {
    const placed: (File & { readonly folderId: string | null })[] = [];
    const refused: { readonly file: File; readonly error: string }[] = [];
    const reasons = new Map<string, string>();
    for (const file of files) {
      const names = [...above, ...file.folder];
      const shown = names.join('/');
      try {
        const reason = reasons.get(shown);
        if (reason === undefined) placed.push({ ...file, folderId: await this.#ensure(names) });
        else refused.push({ file, error: reason });
      } catch (error) {
        reasons.set(shown, `The folder ${JSON.stringify(shown)} can't be made: ${refusalOf(error)}`);
        refused.push({ file, error: reasons.get(shown) ?? '' });
      }
    }
    return { placed, refused };
  }

  /** Names of a folder and those above it, the topmost first. */
  pathOf(id: string | null): string[] {
    const folder = id === null ? undefined : this.#byId.get(id);
    return folder ? [...this.pathOf(folder.parent_id), folder.name] : [];
  }

  /** The folder of a path, with those above it; makes what is missing. @returns null for no path; @throws ApiError */
  async #ensure(names: readonly string[]): Promise<string | null> {
    let parentId: string | null = null;
    for (const name of names) {
      const folder: AssetFolder = this.#find(name, parentId) ?? (await this.#make(name, parentId));
      this.#byId.set(folder.id, folder);
      parentId = folder.id;
    }
    return parentId;
  }

  /** The API takes names without the spaces at their ends, and in one form of Unicode. */
  #find(name: string, parentId: string | null): AssetFolder | undefined {
    const trimmed = name.trim();
    return [...this.#byId.values()].find((one) => one.parent_id === parentId && isSameText(one.name, trimmed));
  }

  async #make(name: string, parentId: string | null): Promise<AssetFolder> {
    try {
      return await this.#api.post('/asset-folders', { body: { name, parent_id: parentId } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'media.folder_name_taken') throw error;
      // Someone made it in the meantime.
      for (const one of (await this.#api.get('/asset-folders')).data) this.#byId.set(one.id, one);
      const made = this.#find(name, parentId);
      if (!made) throw error;
      return made;
    }
  }
}
