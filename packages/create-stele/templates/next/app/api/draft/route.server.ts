import { draftRoute } from '@stele/loader/next';

// /api/draft?secret=…&to=/path shows drafts to anyone who knows STELE_PREVIEW_SECRET, and ?link=… what a preview link shares.
export const GET = draftRoute();
