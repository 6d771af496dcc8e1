import { snapshotRoute } from '@stele/loader/next';
import { stele } from '../../../stele.ts';

/** Says which snapshot the site shows, to Stele and to pages in development. */
export const GET = snapshotRoute(stele);
