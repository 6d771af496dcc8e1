import type { DatabaseLog } from './database-log.ts';

/** For commands that a person runs: messages with their details on a line, warnings and errors to stderr. */
export const consoleLog: DatabaseLog = {
  info: (details, message) => console.log(message, ...Object.values(details)),
  warn: (details, message) => console.warn(message, ...Object.values(details)),
  error: (details, message) => console.error(message, ...Object.values(details)),
};
