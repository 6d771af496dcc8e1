import { useForm } from '../form/form-context.tsx';
import { placeOf, useCommenting } from './comments-context.ts';
import { selectedIn } from './text-anchor.ts';

/** Begins a comment on the words that are selected in the field of an element; null where there are no comments. */
export function useCommentOn(): ((within: Element) => void) | null {
  const form = useForm();
  const commenting = useCommenting();
  if (!commenting) return null;
  return (within) => {
    const field = within.closest<HTMLElement>('[data-field-path]');
    const path = field?.dataset.fieldPath;
    if (field && path !== undefined) {
      commenting.open({ ...placeOf(form, form.locale, path), anchor: selectedIn(field) });
    }
  };
}
