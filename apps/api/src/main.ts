import { nodeListener, refuseBroken } from '@stele/core';
import { HttpServer } from '@stele/http';
import { getApplication } from './application.ts';

/** How long running requests may take when the process has to end. */
const GRACE_MS = 10_000;

async function main(): Promise<void> {
  const application = await getApplication();
  const { env, log } = application;
  const { handle } = application;
  const listener = nodeListener({ handle, log, trustedProxies: env.trustedProxies });
  const server = new HttpServer().serve(listener, refuseBroken(handle));
  await server.listen(env.port, env.host);
  log.info({ url: env.apiUrl }, 'the API is listening');

  let ending = false;
  const end = async (): Promise<void> => {
    if (ending) return;
    ending = true;
    // Event streams would go on; their clients continue them at another process.
    application.services.events.close();
    await server.close(GRACE_MS);
    await application.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      end().catch((error: unknown) => {
        log.error({ err: error }, 'the API did not end cleanly');
        process.exit(1);
      });
    });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
