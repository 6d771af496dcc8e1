export { type ContentHandler, type ContentHandlerOptions, createContentHandler } from './handler.ts';
export { type ContentHost, type ContentHostOptions, startContentHost } from './host.ts';
export { type ErrorCode, HttpError } from './http/errors.ts';
export { newLog } from './log.ts';
export type { SignedStorage } from './serve/signed-storage.ts';
export { type ContentSettings, type LogLevel, SettingsError, settingsFromEnv } from './settings.ts';
