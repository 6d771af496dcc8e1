import type { AssetFolder, ProjectClient } from '@stele/client';

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

  /** The folder of a path, with those above it; makes what is missing. @returns null for no path; @throws ApiError */
  async ensure(names: readonly string[]): Promise<string | null> {
    let parentId: string | null = null;
    for (const name of names) {
      const known = [...this.#byId.values()].find((folder) => folder.name === name && folder.parent_id === parentId);
      const folder: AssetFolder =
        known ?? (await this.#api.post('/asset-folders', { body: { name, parent_id: parentId } }));
      this.#byId.set(folder.id, folder);
      parentId = folder.id;
    }
    return parentId;
  }

  /** Names of a folder and those above it, the topmost first. */
  pathOf(id: string | null): string[] {
    const folder = id === null ? undefined : this.#byId.get(id);
    return folder ? [...this.pathOf(folder.parent_id), folder.name] : [];
  }
}
