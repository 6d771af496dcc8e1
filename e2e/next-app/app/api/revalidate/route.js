import { revalidateRoute } from '@stele/loader/next';

export const POST = revalidateRoute();
