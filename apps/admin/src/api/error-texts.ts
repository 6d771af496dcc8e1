import type { ErrorCode } from '@stele/core/client';

/** What the server says of one part of a request, besides where it is. */
type Detail = Readonly<Record<string, unknown>>;

/** What a language says for each error of the server. */
export type ErrorTexts = Readonly<Record<ErrorCode, string | ((details: readonly Detail[]) => string)>>;

interface SaidError {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly object[] | null;
}

let texts: Readonly<Partial<Record<string, ErrorTexts[ErrorCode]>>> = {};

/** Says the server's errors in another language than English, which the server speaks itself. In browsers only. */
export function speakErrors(spoken: ErrorTexts): void {
  if (typeof window !== 'undefined') texts = spoken;
}

/** An error's text in the language that is spoken; the server's own for what that language has no text for. */
export function errorText({ code, message, details }: SaidError): string {
  const text = texts[code] ?? message;
  return typeof text === 'string' ? text : text((details ?? []) as readonly Detail[]);
}
