import { useState } from 'react';
import { type DefaultValues, type FieldValues, get, type Path, type RegisterOptions, useForm } from 'react-hook-form';
import { gate } from '#messages/gate';
import type { AuthAnswer, AuthFailure } from '@/api/session.ts';
import { failureText } from './failure-text.ts';

/**
 * A form that is sent to a path below /auth.
 *
 * @param ask sends the values; null when nothing was asked after all
 * @param onDone does what follows when it was accepted
 * @param textOf says why it was refused
 */
export function useAuthForm<Values extends FieldValues, Body>(
  defaults: Values,
  ask: (values: Values) => Promise<AuthAnswer<Body> | null>,
  onDone: (body: Body, values: Values) => unknown,
  textOf?: (failure: AuthFailure) => string,
) {
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState, reset } = useForm<Values>({
    defaultValues: defaults as DefaultValues<Values>,
  });
  const { errors, isDirty, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    const answer = await ask(values);
    setProblem(!answer || answer.ok ? null : (textOf?.(answer.failure) ?? failureText(answer.failure, gate)));
    if (answer?.ok) await onDone(answer.body, values);
  });
  return {
    problem,
    setProblem,
    isDirty,
    register,
    reset,
    /** Props of a form or dialog. */
    state: { busy: isSubmitting, onSubmit: submit },
    /** Props of a `TextField`. @param problem shown there when the field itself is right */
    field: <Name extends Path<Values>>(
      name: Name,
      rules?: RegisterOptions<Values, Name>,
      shown: string | null = null,
    ) => ({
      ...register(name, rules),
      error: (get(errors, name) as { message?: string } | undefined)?.message ?? shown ?? undefined,
    }),
  };
}
