import { loadApplication } from './load-application.ts';

/** What Next calls for every method of an address that belongs to the core. */
export async function handleRequest(request: Request): Promise<Response> {
  const { handleFromNext } = await loadApplication();
  return handleFromNext(request);
}
