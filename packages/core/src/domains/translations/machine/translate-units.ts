import { isStorable } from '../../../api/rest/storable-json.ts';
import { type Codes, misfit, type TextPart } from '../../../content/translation/inline.ts';
import { fromMarkedText, toMarkedText } from '../../../content/translation/marked-text.ts';
import type { Unit } from '../../../content/translation/translate-values.ts';
import type { GivenUnit } from '../../../content/translation/translated-values.ts';
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
  const given = new Map<string, GivenUnit>();
  for (const isXml of [false, true]) {
    const own = units.filter(({ codes }) => codes.size > 0 === isXml);
    if (own.length === 0) continue;
    const texts = own.map(({ parts }) => (isXml ? toMarkedText(parts) : plainOf(parts)));
    const said = await translate({ ...request, isXml, texts });
    own.forEach((unit, index) => {
      const text = said[index] ?? '';
      const parts = isXml ? fromMarkedText(text) : [{ text: withSpaceOf(texts[index] ?? '', text) }];
      const isUsable = text.trim() !== '' && isStorable(text) && parts !== null && fits(parts, unit.codes);
      given.set(unit.id, { target: isUsable ? parts : null, isInitial: false });
    });
  }
  return given;
}

/** Whether parts have all codes of their source, and have them right. */
function fits(parts: readonly TextPart[], codes: Codes): boolean {
  const found = new Set(parts.map((part) => ('open' in part ? part.code : 'alone' in part ? part.alone : null)));
  return misfit(parts, codes) === null && [...codes.keys()].every((id) => found.has(id));
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
