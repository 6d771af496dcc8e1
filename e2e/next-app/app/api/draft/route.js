import { draftRoute } from '@stele/loader/next';

export const GET = draftRoute();
