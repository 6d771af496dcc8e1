import { useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, get, type Path, type RegisterOptions, useForm } from 'react-hook-form';
import { type ApiFailure, errorOf, messageFor } from '../api/errors.ts';

/**
 * A form that is sent to the API. What the API refuses is shown at its field, or below the form.
 *
 * @param send sends the values and does what follows; what it throws is shown
 */
export function useServerForm<Values extends FieldValues>(
  defaults: Values,
  send: (values: Values) => Promise<unknown>,
) {
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const { register, handleSubmit, formState, reset, watch } = useForm<Values>({
    defaultValues: defaults as DefaultValues<Values>,
  });
  const { errors, isDirty, isSubmitting } = formState;
  /** Names of values, in the API, whose fields say what is wrong with them. */
  const shown = useRef(new Set<string>());
  const isShown = failure?.details.some(({ path: [first] }) => shown.current.has(String(first)));
  // A refusal for another reason, which is about no field here, is the form's to say.
  const ofForm = !failure || isShown || failure.code === 'validation_failed' ? failure : { ...failure, details: [] };
  const submit = handleSubmit(async (values) => {
    setFailure(null);
    await send(values).catch((error: unknown) => setFailure(errorOf(error)));
  });
  return {
    failure,
    isDirty,
    register,
    reset,
    watch,
    submit,
    /** Props of a `FormDialog`. */
    dialog: { busy: isSubmitting, failure: ofForm, onSubmit: submit },
    /** Props of a `TextField`. @param sentAs name of the value in the API */
    field: <Name extends Path<Values>>(name: Name, rules?: RegisterOptions<Values, Name>, sentAs: string = name) => {
      shown.current.add(sentAs);
      return {
        ...register(name, rules),
        error: (get(errors, name) as { message?: string } | undefined)?.message ?? messageFor(failure, sentAs),
      };
    },
  };
}
