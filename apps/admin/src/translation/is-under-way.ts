import type { Outputs } from '@/api/trpc.ts';

/** Whether a run of translations goes on, forwards or back. */
export function isUnderWay({ state }: Pick<Outputs['translationRuns']['get'], 'state'>): boolean {
  return state === 'running' || state === 'undoing';
}
