import canonicalize from 'canonicalize';
import { diffArrays } from 'diff';
import type { Json } from '../document.ts';

/** More edits than this aren't looked for: comparing takes the square of their number. */
const MOST_EDITS = 2_000;

export type Side = 'mine' | 'theirs';
type Lists<Item> = Readonly<Record<'base' | Side, readonly Item[]>>;

/** Items of the base, from `start` to before `end`, that a side replaced. */
interface Hunk<Item> {
  readonly side: Side;
  readonly start: number;
  readonly end: number;
  readonly items: readonly Item[];
}

/** A stretch of a list, with what each side made of it. */
export interface Stretch<Item> extends Lists<Item> {
  readonly changedBy: Side | 'both' | null;
}

/**
 * Cuts a list into stretches that no side, one side or both sides changed.
 *
 * @param nameOf the same for equal items
 * @param touching whether two changes contest a stretch already when nothing is left between them
 * @returns null when there are too many changes to compare
 */
export function stretchesOf<Item>(
  lists: Lists<Item>,
  nameOf: (item: Item) => string,
  { touching }: { readonly touching: boolean },
): readonly Stretch<Item>[] | null {
  const { base } = lists;
  const names = base.map(nameOf);
  const own = hunksOf('mine', names, lists.mine, nameOf);
  const other = hunksOf('theirs', names, lists.theirs, nameOf);
  if (!own || !other) return null;
  const stretches: Stretch<Item>[] = [];
  let at = 0;
  const keepUntil = (end: number): void => {
    const kept = base.slice(at, end);
    if (kept.length > 0) stretches.push({ base: kept, mine: kept, theirs: kept, changedBy: null });
  };
  for (const group of groupsOf([...own, ...other], touching)) {
    const start = Math.min(...group.map((hunk) => hunk.start));
    const end = Math.max(...group.map((hunk) => hunk.end));
    keepUntil(start);
    const [mine, theirs] = [group.filter(({ side }) => side === 'mine'), group.filter(({ side }) => side === 'theirs')];
    stretches.push({
      base: base.slice(start, end),
      mine: applied(base, start, end, mine),
      theirs: applied(base, start, end, theirs),
      changedBy: theirs.length === 0 ? 'mine' : mine.length === 0 ? 'theirs' : 'both',
    });
    at = end;
  }
  keepUntil(base.length);
  return stretches;
}

/** Hunks that meet, together, in the order of the base. */
function groupsOf<Item>(hunks: readonly Hunk<Item>[], touching: boolean): Hunk<Item>[][] {
  const groups: Hunk<Item>[][] = [];
  let [start, end] = [-1, -1];
  for (const hunk of [...hunks].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const isAtSamePoint = hunk.start === start && hunk.end === end && start === end;
    const meets = hunk.start < end || isAtSamePoint || (touching && hunk.start === end);
    if (meets && groups.length > 0) {
      groups.at(-1)?.push(hunk);
      end = Math.max(end, hunk.end);
    } else {
      groups.push([hunk]);
      [start, end] = [hunk.start, hunk.end];
    }
  }
  return groups;
}

/** A part of the base with a side's hunks in it. */
function applied<Item>(base: readonly Item[], start: number, end: number, hunks: readonly Hunk<Item>[]): Item[] {
  const items: Item[] = [];
  let at = start;
  for (const hunk of hunks) {
    items.push(...base.slice(at, hunk.start), ...hunk.items);
    at = hunk.end;
  }
  return [...items, ...base.slice(at, end)];
}

function hunksOf<Item>(
  side: Side,
  base: readonly string[],
  made: readonly Item[],
  nameOf: (item: Item) => string,
): readonly Hunk<Item>[] | null {
  const parts = diffArrays([...base], made.map(nameOf), { maxEditLength: MOST_EDITS });
  if (!parts) return null;
  const hunks: Hunk<Item>[] = [];
  let [inBase, inMade] = [0, 0];
  for (const { added, removed, count } of parts) {
    const [from, of] = [inBase, inMade];
    if (!added) inBase += count;
    if (!removed) inMade += count;
    if (!added && !removed) continue;
    const last = hunks.at(-1);
    const items = made.slice(of, inMade);
    if (last?.end === from) {
      hunks[hunks.length - 1] = { ...last, end: inBase, items: [...last.items, ...items] };
    } else {
      hunks.push({ side, start: from, end: inBase, items });
    }
  }
  return hunks;
}

/** The items of a stretch that needs no decision, or of one side where it does. */
export function itemsOf<Item>(stretch: Stretch<Item>, side: Side): readonly Item[] {
  return stretch[stretch.changedBy === null || stretch.changedBy === 'both' ? side : stretch.changedBy];
}

/** The same for equal JSON, whatever the order of its keys. */
export function nameOfJson(json: Json): string {
  return canonicalize(json) ?? '';
}
