/** Where the database code reports what it does: any pino logger fits. */
export interface DatabaseLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** For commands that people run: a message and its details on one line; warnings and errors go to stderr. */
export const consoleLog: DatabaseLog = {
  info: (details, message) => console.log(message, ...Object.values(details)),
  warn: (details, message) => console.warn(message, ...Object.values(details)),
  error: (details, message) => console.error(message, ...Object.values(details)),
};
