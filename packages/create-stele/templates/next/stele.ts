import { createNextLoader } from '@stele/loader/next';
import type config from './stele.config.ts';

/** Pages are rendered again when the webhook calls app/api/revalidate, or after an hour. */
export const stele = createNextLoader<typeof config>();
