import { createNextLoader } from '@stele/loader/next';
import type config from './stele.config.ts';

/** In development, what you publish is seen at the next reload; see revalidateRoute of the loader for production. */
export const stele = createNextLoader<typeof config>({ revalidate: process.env.NODE_ENV === 'development' ? 1 : 3600 });
