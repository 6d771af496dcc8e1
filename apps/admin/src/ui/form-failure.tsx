import { type ApiFailure, isOfParts } from '../api/errors.ts';

/** What the server said of a form as a whole; what it said of a field is shown there. */
export function FormFailure({ failure }: { readonly failure: ApiFailure | null }) {
  if (!failure || isOfParts(failure)) return null;
  return (
    <p role="alert" className="text-sm text-danger">
      {failure.message}
    </p>
  );
}
