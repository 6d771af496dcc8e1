/** Where the loader reports what it did. */
export interface Log {
  /** A line for each load. */
  info(message: string): void;
  /** Something to look into, though the build continues. */
  warn(message: string): void;
}

export const consoleLog: Log = {
  info: (message) => console.info(`[stele] ${message}`),
  warn: (message) => console.warn(`[stele] ${message}`),
};

export const silentLog: Log = { info: () => undefined, warn: () => undefined };
