/** The fate of a part of a text. */
export type Tone = 'same' | 'added' | 'removed';

/** Words end with a space; some scripts have none between words, and go by character. */
export const WORD_ENDS = /(?<=[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])/u;
const SENTENCE_ENDS = /[.!?…。！？۔؟]["'”’»)]*\s*$|\n/u;
/** So many unchanged words in a row part what's before them from what's after them. */
const PARTING_WORDS = 6;

/** Parts of a kind, and what's needed of them. */
interface PartsOf<Part> {
  /** The text of a word; null for what isn't one: it parts what's beside it. */
  readonly textOf: (part: Part) => string | null;
  readonly withTone: (part: Part, tone: Tone) => Part;
}

/**
 * Compared words, with each rewritten sentence as a whole: first the old one, then the new one. A sentence counts as rewritten when it
 * changed in several places, and less of it stayed than changed: single words that stayed by chance say nothing.
 */
export function calmChanges<Part extends { readonly tone: Tone }>(
  parts: readonly Part[],
  of: PartsOf<Part>,
): readonly Part[] {
  return stretches(parts, of).flatMap((stretch) => (isRewritten(stretch, of) ? wholly(stretch, of) : stretch));
}

/** Cuts at long unchanged runs, and at ends of sentences that are unchanged or that both texts have. */
function stretches<Part extends { readonly tone: Tone }>(parts: readonly Part[], { textOf }: PartsOf<Part>): Part[][] {
  const cut: Part[][] = [[]];
  const texts = parts.map(textOf);
  const ends = texts.map((text) => text !== null && SENTENCE_ENDS.test(text));
  const isParting = partingParts(parts, ends);
  /** Whether the last words of the old and of the new text end a sentence. */
  let bothEnd = { added: false, removed: false };
  for (const [at, part] of parts.entries()) {
    const isSame = part.tone === 'same';
    const wasParting = at > 0 && (isParting[at - 1] || texts[at - 1] === null);
    const parting = isParting[at] || texts[at] === null;
    if (parting !== wasParting || (isSame && bothEnd.added && bothEnd.removed)) cut.push([]);
    cut.at(-1)?.push(part);
    if (part.tone === 'same') bothEnd = { added: false, removed: false };
    else bothEnd = { ...bothEnd, [part.tone]: ends[at] };
    if (isSame && ends[at]) cut.push([]);
  }
  return cut;
}

/** The parts of long unchanged runs, without the rest of a sentence before and the beginning of one after. */
function partingParts(parts: readonly { readonly tone: Tone }[], ends: readonly boolean[]): readonly boolean[] {
  const isParting = parts.map(() => false);
  for (let at = 0; at < parts.length; ) {
    let end = at;
    while (parts[end]?.tone === 'same') end++;
    const run = ends.slice(at, end);
    if (run.length >= PARTING_WORDS) {
      const [head, tail] = [run.indexOf(true) + 1, run.lastIndexOf(true) + 1];
      const from = head < PARTING_WORDS ? at + head : at;
      isParting.fill(true, from, run.length - tail < PARTING_WORDS && tail > 0 ? Math.max(from, at + tail) : end);
    }
    at = Math.max(end, at + 1);
  }
  return isParting;
}

function isRewritten<Part extends { readonly tone: Tone }>(parts: readonly Part[], { textOf }: PartsOf<Part>): boolean {
  const letters = { same: 0, added: 0, removed: 0 };
  let places = 0;
  for (const [at, part] of parts.entries()) {
    letters[part.tone] += textOf(part)?.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    if (part.tone !== 'same' && (parts[at - 1]?.tone ?? 'same') === 'same') places++;
  }
  const { same, added, removed } = letters;
  return places > 1 && added > 0 && removed > 0 && same < Math.max(added, removed);
}

function wholly<Part extends { readonly tone: Tone }>(parts: readonly Part[], { withTone }: PartsOf<Part>): Part[] {
  const old = parts.filter(({ tone }) => tone !== 'added').map((part) => withTone(part, 'removed'));
  return [...old, ...parts.filter(({ tone }) => tone !== 'removed').map((part) => withTone(part, 'added'))];
}
