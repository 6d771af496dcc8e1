import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** A folder of migrations for a test to write. */
export class MigrationFolder {
  readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  static async create(): Promise<MigrationFolder> {
    return new MigrationFolder(await mkdtemp(path.join(os.tmpdir(), 'stele-migrations-')));
  }

  async write(name: string, sql: string): Promise<void> {
    await mkdir(path.join(this.directory, name), { recursive: true });
    await writeFile(path.join(this.directory, name, 'migration.sql'), sql);
  }

  async remove(name = ''): Promise<void> {
    await rm(path.join(this.directory, name), { recursive: true });
  }
}
