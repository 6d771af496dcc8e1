import type { AssetErrorCode, ErrorCode, RefusalReason } from '@stele/core/client';

/** The server's facts about one part of a request, besides its path. */
type Detail = Readonly<Record<string, unknown>>;

/** A language's texts for the server's errors. */
export type ErrorTexts = Readonly<Record<ErrorCode, string | ((details: readonly Detail[]) => string)>>;

/** A language's texts for the reasons why a file can't be used. */
export type FileErrorTexts = Readonly<Record<AssetErrorCode, string>>;

/**
 * A language's texts for problems that only the server finds, by reason or by a warning's code. Each takes the title of the
 * entry, or the name of the file, that the problem is about; undefined where there's none.
 */
export type DetailTexts = Readonly<
  Record<
    | RefusalReason
    | 'entry.refers_to_unpublished'
    | 'entry.without_slug'
    | 'media.alt_missing'
    | 'translation.unchecked',
    (name?: string) => string
  >
>;

/** One thing that the server said of values. */
interface SaidDetail {
  readonly message: string;
  readonly reason?: unknown;
  readonly code?: unknown;
  readonly title?: unknown;
}

interface SaidError {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly object[] | null;
}

let texts: Readonly<Partial<Record<string, ErrorTexts[ErrorCode]>>> = {};
let detailTexts: Readonly<Partial<Record<string, (name?: string) => string>>> = {};
let translateIssue: (message: string) => string | null = () => null;

/**
 * Says the server's errors in the language that is spoken. In browsers only.
 *
 * @param ofIssues says what the checks of values say in English; null for other sentences
 */
export function speakErrors(
  spoken: Partial<ErrorTexts & FileErrorTexts>,
  ofDetails: Partial<DetailTexts>,
  ofIssues: typeof translateIssue = () => null,
): void {
  if (typeof window === 'undefined') return;
  texts = spoken;
  detailTexts = ofDetails;
  translateIssue = ofIssues;
}

/** The server's message about a value, translated into the user's language where possible. */
export function detailText({ message, reason, code, title }: SaidDetail): string {
  const text = detailTexts[String(reason)] ?? detailTexts[String(code)];
  return text ? text(typeof title === 'string' && title ? title : undefined) : (translateIssue(message) ?? message);
}

/** The message of an error, or of a problem with a file, translated into the user's language where possible. */
export function errorText({ code, message, details }: SaidError): string {
  const text = texts[code] ?? message;
  return typeof text === 'string' ? text : text((details ?? []) as readonly Detail[]);
}
