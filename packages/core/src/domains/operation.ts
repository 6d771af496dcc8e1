import { operationsFor, router } from '../api/operation.ts';
import type { Services } from './services.ts';

/** Declares an operation whose verb gets all services of the program. */
export const operation = operationsFor<Services>();

export { router };
