import { createNextLoader } from '@stele/loader/next';

export const stele = createNextLoader();
