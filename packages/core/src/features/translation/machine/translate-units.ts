import { describeCodeMismatch, type InlineCodes, type TextPart, type Unit } from '@stele/schema';
import { isStorable } from '../../../api/rest/storable-json.ts';
import { inlineMarkdown, isSameMarkdown, type MarkdownPiece, splitMarkdown } from '../texts/markdown-pieces.ts';
import { fromMarkedText, toMarkedText } from '../texts/marked-text.ts';
import type { GivenUnit } from '../texts/translated-values.ts';
import type { TextsToTranslate, TranslateTexts } from './service.ts';

/**
 * Translates units by a service: unit → its text, which is null where the service broke what the source marks.
 *
 * @throws ApiError `translation.service_failed`
 */
export async function translateUnits(
  translate: TranslateTexts,
  units: readonly Unit[],
  request: Omit<TextsToTranslate, 'texts' | 'isXml'>,
): Promise<ReadonlyMap<string, GivenUnit>> {
  const said = new Map<MarkdownPiece, readonly TextPart[] | null>();
  // Of Markdown, the service gets words only.
  const piecesOf = new Map(
    units.map((unit) => [unit, unit.isMarkdown ? splitMarkdown(plainOf(unit.parts)) : [unit]] as const),
  );
  const pieces = [...piecesOf.values()].flatMap((own) => own ?? []).filter((piece) => typeof piece !== 'string');
  for (const isXml of [false, true]) {
    const own = pieces.filter(({ codes }) => codes.size > 0 === isXml);
    if (own.length === 0) continue;
    const byText = new Map<string, (typeof own)[number][]>();
    for (const piece of own) {
      const text = isXml ? toMarkedText(piece.parts) : plainOf(piece.parts);
      const same = byText.get(text);
      if (same) same.push(piece);
      else byText.set(text, [piece]);
    }
    const texts = [...byText.keys()];
    const answers = await translate({ ...request, isXml, texts });
    texts.forEach((source, index) => {
      const text = withSpaceOf(source, answers[index] ?? '');
      const parts = isXml ? fromMarkedText(text) : [{ text }];
      for (const piece of byText.get(source) ?? []) {
        const isUsable = text.trim() !== '' && parts !== null && isStorable(plainOf(parts)) && fits(parts, piece);
        said.set(piece, isUsable ? parts : null);
      }
    });
  }
  return new Map(
    [...piecesOf].map(([unit, own]) => {
      const target = unit.isMarkdown ? own && markdownOf(own, said) : (said.get(unit) ?? null);
      return [unit.id, { target, isInitial: false }];
    }),
  );
}

/** Markdown from its pieces; null when one of them isn't translated, or the words have changed what is around them. */
function markdownOf(
  pieces: readonly MarkdownPiece[],
  said: ReadonlyMap<MarkdownPiece, readonly TextPart[] | null>,
): readonly TextPart[] | null {
  const texts = pieces.map((piece) => {
    if (typeof piece === 'string') return piece;
    const parts = said.get(piece);
    return parts ? inlineMarkdown(parts, piece.codes) : null;
  });
  const text = texts.join('');
  return texts.includes(null) || !isSameMarkdown(pieces, splitMarkdown(text)) ? null : [{ text }];
}

/** Whether parts have all codes of their source, and have them right. */
function fits(
  parts: readonly TextPart[],
  source: { readonly parts: readonly TextPart[]; readonly codes: InlineCodes },
): boolean {
  const found = new Set(parts.map((part) => ('open' in part ? part.code : 'alone' in part ? part.alone : null)));
  const isComplete =
    describeCodeMismatch(parts, source.codes) === null && [...source.codes.keys()].every((id) => found.has(id));
  return isComplete && emptyMarks(parts) <= emptyMarks(source.parts);
}

/** How many codes close where they open. */
function emptyMarks(parts: readonly TextPart[]): number {
  return parts.filter((part, index) => 'open' in part && 'close' in (parts[index + 1] ?? {})).length;
}

function plainOf(parts: readonly TextPart[]): string {
  return parts.map((part) => ('text' in part ? part.text : '')).join('');
}

/** A translation with the space around its source, which services leave out. */
function withSpaceOf(source: string, text: string): string {
  const before = /^\s*/.exec(source)?.[0] ?? '';
  const after = /\s*$/.exec(source)?.[0] ?? '';
  return `${before}${text.trim()}${after}`;
}
