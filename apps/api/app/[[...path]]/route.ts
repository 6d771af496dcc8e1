import { handleFromNext } from '@/src/load-application.ts';

export const dynamic = 'force-dynamic';
export {
  handleFromNext as DELETE,
  handleFromNext as GET,
  handleFromNext as HEAD,
  handleFromNext as OPTIONS,
  handleFromNext as PATCH,
  handleFromNext as POST,
  handleFromNext as PUT,
};
