import { revalidateRoute } from '@stele/loader/next';

/** Renders pages again when something is published: the address for a webhook of Stele with the event snapshot.live. */
export const POST = revalidateRoute();
