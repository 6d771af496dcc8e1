import { type ApiFailure, isOfParts } from '../api/errors.ts';

/** The server's error about a form as a whole; the fields show their own. */
export function FormFailure({ failure }: { readonly failure: ApiFailure | null }) {
  if (!failure || isOfParts(failure)) return null;
  return (
    <p role="alert" className="text-sm text-danger">
      {failure.message}
    </p>
  );
}
