/** A stretch of a text. */
export interface Selection {
  readonly start: number;
  readonly end: number;
}

/** An edit of a text, which replaces one stretch of it. */
export interface TextEdit extends Selection {
  readonly text: string;
  /** The selection after the edit. */
  readonly select: Selection;
}

/** Puts signs around the selection, or takes existing ones away. */
export function wrap(text: string, { start, end }: Selection, sign: string): TextEdit {
  const before = text.slice(0, start);
  const inner = text.slice(start, end);
  const after = text.slice(end);
  const length = sign.length;
  if (before.endsWith(sign) && after.startsWith(sign)) {
    return {
      start: start - length,
      end: end + length,
      text: inner,
      select: { start: start - length, end: end - length },
    };
  }
  if (inner.length >= 2 * length && inner.startsWith(sign) && inner.endsWith(sign)) {
    return { start, end, text: inner.slice(length, -length), select: { start, end: end - 2 * length } };
  }
  return { start, end, text: sign + inner + sign, select: { start: start + length, end: end + length } };
}

/** Sets a sign before each line that is selected, or takes it away when all have it. */
export function prefixLines(text: string, { start, end }: Selection, prefix: (line: number) => string): TextEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const has = lines.every((line, index) => line.startsWith(prefix(index)));
  const changed = lines
    .map((line, index) => (has ? line.slice(prefix(index).length) : prefix(index) + line))
    .join('\n');
  const single = lines.length === 1;
  const moved = Math.max(from, start + (has ? -1 : 1) * prefix(0).length);
  return {
    start: from,
    end: to,
    text: changed,
    select: single && start === end ? { start: moved, end: moved } : { start: from, end: from + changed.length },
  };
}

/** Makes the line one level of heading deeper; after the third level it's a paragraph again. */
export function nextHeading(text: string, { start }: Selection): TextEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', start);
  const to = next < 0 ? text.length : next;
  const line = text.slice(from, to);
  const level = /^(#{1,6}) /.exec(line)?.[1]?.length ?? 0;
  const words = line.replace(/^#{1,6} /, '');
  const made = level === 0 ? `## ${words}` : level === 2 ? `### ${words}` : words;
  const at = from + made.length;
  return { start: from, end: to, text: made, select: { start: at, end: at } };
}

/** Code: within a line, or as a block when several lines are selected. */
export function code(text: string, selection: Selection): TextEdit {
  const inner = text.slice(selection.start, selection.end);
  if (!inner.includes('\n')) return wrap(text, selection, '`');
  const { start, end } = selection;
  return { start, end, text: `\`\`\`\n${inner}\n\`\`\``, select: { start: start + 4, end: start + 4 + inner.length } };
}

/** A link around what is selected; its address, or the text where there was none, is selected then. */
export function link(text: string, { start, end }: Selection, href = 'https://'): TextEdit {
  const inner = text.slice(start, end);
  const made = `[${inner}](${href})`;
  const at = start + inner.length + 3;
  const isGiven = href !== 'https://';
  const select =
    inner === ''
      ? { start: start + 1, end: start + 1 }
      : isGiven
        ? { start: start + made.length, end: start + made.length }
        : { start: at, end: at + href.length };
  return { start, end, text: made, select };
}

/** The text of a picture between its brackets. */
export function escapeAlt(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\[\]]/g, '\\$&');
}

/** Whether a text is an address and nothing else. */
export function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|mailto:)\S+$/.test(text.trim());
}
