import type { MediaWords } from '#messages/media';
import type { UploadProblem } from './upload-types.ts';

/** Why a file wasn't taken, in a sentence. */
export function problemText(problem: UploadProblem, { problems }: MediaWords): string {
  return problem.kind === 'failed' ? problem.message : problems[problem.kind];
}

/** Whether it can help to send the same file again. */
export function mayPass(problem: UploadProblem | null): boolean {
  if (problem === null || problem.kind === 'offline' || problem.kind === 'notSent') return true;
  return problem.kind === 'failed' && problem.mayPass;
}
