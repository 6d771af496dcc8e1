/** Where the loader says what it did. */
export interface Log {
  /** A line for each load. */
  info(message: string): void;
  /** What somebody should look into, though the build goes on. */
  warn(message: string): void;
}

/** The process's console. */
export const consoleLog: Log = {
  info: (message) => console.info(`[stele] ${message}`),
  warn: (message) => console.warn(`[stele] ${message}`),
};

/** Says nothing. */
export const silentLog: Log = { info: () => undefined, warn: () => undefined };
