import { watch } from 'node:fs';
import { CONFIG_NAMES } from '../config/find-config.ts';

/** Editors write a file in several steps. */
const SETTLING_MS = 200;

/** Updates each time that the config of a folder changes, one update at a time. */
export class ConfigFollower {
  readonly #folder: string;
  readonly #update: () => Promise<boolean>;
  readonly #onSaved: () => void;
  #running: Promise<unknown> = Promise.resolve();
  /** The update after the one that runs. */
  #next: Promise<boolean> | null = null;

  /**
   * @param update brings up to date what depends on the config; resolves to whether it is so
   * @param onSaved called when the config was saved, before it updates
   */
  constructor(folder: string, update: () => Promise<boolean>, onSaved: () => void) {
    this.#folder = folder;
    this.#update = update;
    this.#onSaved = onSaved;
  }

  /** Updates. While one update runs, one more waits, whatever is saved meanwhile. @returns the result of the update */
  update(): Promise<boolean> {
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      return this.#update();
    });
    this.#running = this.#next;
    return this.#next;
  }

  /** Updates each time that the config changes. @returns ends it */
  follow(): () => void {
    let timer: NodeJS.Timeout | undefined;
    const watcher = watch(this.#folder, (_event, name) => {
      if (name !== null && !CONFIG_NAMES.includes(name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        this.#onSaved();
        void this.update();
      }, SETTLING_MS);
    });
    return () => {
      clearTimeout(timer);
      watcher.close();
    };
  }
}
