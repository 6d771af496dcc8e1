import { operationsFor, router } from '../api/operation.ts';
import type { Services } from './services.ts';

/** Declares an operation whose verb is handed all of the program's services. */
export const operation = operationsFor<Services>();

export { router };
