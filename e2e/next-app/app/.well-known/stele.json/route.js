import { snapshotRoute } from '@stele/loader/next';
import { stele } from '../../../stele';

export const GET = snapshotRoute(stele);
