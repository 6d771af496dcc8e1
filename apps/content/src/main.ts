import { type ContentHost, startContentHost } from './host.ts';
import { newLog } from './log.ts';
import { SettingsError, settingsFromEnv } from './settings.ts';

/** Runs the content host until SIGTERM or SIGINT. A second signal ends it at once. */
async function main(): Promise<void> {
  const settings = await settingsFromEnv(process.env);
  const log = newLog(settings.logLevel);
  const { host, port, storage, operatorSecret } = settings;
  try {
    stopOnSignal(await startContentHost({ host, port, storage, operatorSecret, log }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    const reason = (error as Error).message;
    throw new SettingsError(`HOST ${host} and CONTENT_PORT ${port} can't be listened on: ${reason}.`, { cause: error });
  }
}

function stopOnSignal(host: ContentHost): void {
  let stopping = false;
  const stop = (): void => {
    void host.close(stopping ? 0 : undefined);
    stopping = true;
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  const text = error instanceof SettingsError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
});
