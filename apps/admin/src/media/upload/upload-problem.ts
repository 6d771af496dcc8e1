import type { Messages } from '@/i18n/catalog.ts';
import type { UploadProblem } from './upload-types.ts';

/** Why a file wasn't taken, in a sentence. */
export function problemText(problem: UploadProblem, { problems }: Messages['media']): string {
  return problem.kind === 'failed' ? problem.message : problems[problem.kind];
}
