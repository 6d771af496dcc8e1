import { type MutationFunction, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { tellFailure } from './toast.tsx';

/** An operation of the API that changes something, such as `trpc.entries.create`. */
interface Change<Input, Answer> {
  mutationOptions(): {
    readonly mutationFn?: MutationFunction<Answer, Input>;
    readonly mutationKey: readonly unknown[];
  };
}

/**
 * Changes something, and says when that failed.
 *
 * @param failed words for that, before the reason
 * @param onDone called with the answer; the action goes on until its promise is settled
 * @param onEnd called in either case
 */
export function useAction<Input, Answer>(
  change: Change<Input, Answer>,
  failed: string,
  onDone?: (answer: Answer, input: Input) => unknown,
  onEnd?: () => void,
): UseMutationResult<Answer, Error, Input> {
  return useMutation<Answer, Error, Input>({
    ...change.mutationOptions(),
    ...(onDone && { onSuccess: (answer, input) => onDone(answer, input) }),
    onError: (error) => tellFailure(failed, error),
    ...(onEnd && { onSettled: () => onEnd() }),
  });
}
