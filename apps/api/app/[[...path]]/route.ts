import { after } from 'next/server';
import { handleFromNext, runJobsOnRequest } from '@/src/load-application.ts';

export const dynamic = 'force-dynamic';

async function answer(request: Request): Promise<Response> {
  const response = await handleFromNext(request);
  after(runJobsOnRequest);
  return response;
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
