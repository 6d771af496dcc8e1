import { getApplication } from './application.ts';

/** What Next calls for every method of an address that belongs to the core. */
export async function handleRequest(request: Request): Promise<Response> {
  const { handle } = await getApplication();
  return (await handle(request)) ?? new Response(null, { status: 404 });
}
