import { useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, get, type Path, type RegisterOptions, useForm } from 'react-hook-form';
import { type ApiFailure, errorOf, sentenceOf } from '../api/errors.ts';

const placeOf = (path: readonly (string | number)[]): string => path.join('.');

/**
 * A form that is sent to the API. Errors of the API are shown at their fields, or below the form.
 *
 * @param send sends the values and does what follows; the form shows its errors
 */
export function useServerForm<Values extends FieldValues>(
  defaults: Values,
  send: (values: Values) => Promise<unknown>,
) {
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const { control, register, handleSubmit, formState, reset, watch } = useForm<Values>({
    defaultValues: defaults as DefaultValues<Values>,
  });
  const { errors, isDirty, isSubmitting } = formState;
  /** Paths in the request whose errors the form shows. */
  const shown = useRef(new Set<string>());
  const isShown = failure?.details.some(({ path }) =>
    path.some((_, last) => shown.current.has(placeOf(path.slice(0, last + 1)))),
  );
  const ofForm = failure && !isShown ? { ...failure, message: sentenceOf(failure), details: [] } : failure;
  /** The server's error about a value that is no field of the form. @param at path of the value in the request */
  const problemAt = (...at: readonly string[]): string | undefined => {
    const place = placeOf(at);
    shown.current.add(place);
    return failure?.details.find(({ path }) => placeOf(path.slice(0, at.length)) === place)?.message;
  };
  const submit = handleSubmit(async (values) => {
    setFailure(null);
    await send(values).catch((error: unknown) => setFailure(errorOf(error)));
  });
  return {
    // Errors about nothing that is shown appear below the form.
    failure: ofForm,
    control,
    isDirty,
    problemAt,
    register,
    reset,
    watch,
    submit,
    /** Props of a `FormDialog`. */
    dialog: { busy: isSubmitting, failure: ofForm, onSubmit: submit },
    /** Props of a `TextField`. @param sentAs name of the value in the API */
    field: <Name extends Path<Values>>(name: Name, rules?: RegisterOptions<Values, Name>, sentAs: string = name) => {
      const problem = problemAt(sentAs);
      return {
        ...register(name, rules),
        error: (get(errors, name) as { message?: string } | undefined)?.message ?? problem,
      };
    },
  };
}
