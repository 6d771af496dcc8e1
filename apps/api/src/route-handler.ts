import { CLIENT_ADDRESS_HEADER } from '@stele/core';
import { getApplication } from './application.ts';

/** What Next calls for every method of an address that belongs to the core. */
export async function handleRequest(request: Request): Promise<Response> {
  const { handle } = await getApplication();
  // Only a server that took the connection itself may set it; here the platform's X-Forwarded-For counts.
  const headers = new Headers(request.headers);
  headers.delete(CLIENT_ADDRESS_HEADER);
  return (await handle(new Request(request, { headers }))) ?? new Response(null, { status: 404 });
}
