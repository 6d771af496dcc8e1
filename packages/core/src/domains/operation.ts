import { authOperationsFor } from '../api/auth/auth-operation.ts';
import { operationsFor, router } from '../api/operation.ts';
import type { Services } from './services.ts';

/** Declares an operation whose verb gets all services of the program. */
export const operation = operationsFor<Services>();

/** Declares an operation below /auth. */
export const authOperation = authOperationsFor<Services>();

export { router };
