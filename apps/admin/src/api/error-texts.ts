import type { AssetErrorCode, ErrorCode, RefusalReason } from '@stele/core/client';

/** The server's facts about one part of a request, besides its path. */
type Detail = Readonly<Record<string, unknown>>;

/** Facts of an error: when to try again, and the server's words. */
interface ErrorFacts {
  readonly seconds: number;
  readonly message: string;
}

/** Facts of a problem: the title of the entry, or the name of the file, that the problem is about. */
interface DetailFacts {
  readonly isNamed: boolean;
  readonly name: string;
  /** The language that it's about; empty when it's about none. */
  readonly language: string;
}

type Text<Facts> = string | ((facts: Facts) => string);

/** A language's texts for the server's errors, and for the reasons why a file can't be used. Empty ones leave the server's own words. */
type ErrorTexts = Readonly<Record<ErrorCode | AssetErrorCode, Text<ErrorFacts>>>;

/** A language's texts for problems that only the server finds, by reason or by a warning's code. */
type DetailTexts = Readonly<
  Record<
    | RefusalReason
    | 'entry.refers_to_unpublished'
    | 'entry.without_slug'
    | 'seo.missing'
    | 'seo.too_long'
    | 'media.alt_missing'
    | 'translation.unchecked',
    Text<DetailFacts>
  >
>;

/** One thing that the server said of values. */
interface SaidDetail {
  readonly message: string;
  readonly reason?: unknown;
  readonly code?: unknown;
  readonly title?: unknown;
  readonly path?: readonly unknown[] | null | undefined;
}

interface SaidError {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly object[] | null;
}

let texts: Readonly<Partial<Record<string, Text<ErrorFacts>>>> = {};
let detailTexts: Readonly<Partial<Record<string, Text<DetailFacts>>>> = {};
let translateIssue: (message: string) => string | null = () => null;
let languageName: (locale: string) => string = (locale) => locale;

/**
 * Says the server's errors in the language that is spoken. In browsers only.
 *
 * @param ofIssues says what the checks of values say in English; null for other sentences
 * @param ofLanguage names a language of content
 */
export function speakErrors(
  spoken: ErrorTexts,
  ofDetails: DetailTexts,
  ofIssues: typeof translateIssue,
  ofLanguage: typeof languageName,
): void {
  if (typeof window === 'undefined') return;
  texts = spoken;
  detailTexts = ofDetails;
  translateIssue = ofIssues;
  languageName = ofLanguage;
}

/** The server's message about a value, translated into the user's language where possible. */
export function detailText({ message, reason, code, title, path }: SaidDetail): string {
  const name = typeof title === 'string' ? title : '';
  const [root, locale] = path ?? [];
  const language = root === 'values' && typeof locale === 'string' ? languageName(locale) : '';
  const text = detailTexts[String(reason)] ?? detailTexts[String(code)];
  return say(text, { isNamed: name !== '', name, language }) || (translateIssue(message) ?? message);
}

/** The message of an error, or of a problem with a file, translated into the user's language where possible. */
export function errorText({ code, message, details }: SaidError): string {
  const first: Detail = { ...details?.[0] };
  const seconds = Number(first.retry_after_seconds) || 0;
  return say(texts[code], { seconds, message: String(first.message ?? '') }) || message;
}

function say<Facts>(text: Text<Facts> | undefined, facts: Facts): string {
  return typeof text === 'function' ? text(facts) : (text ?? '');
}
