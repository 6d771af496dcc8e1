import { diffArrays } from 'diff';

/**
 * How much comparing a merge may take. Myers' algorithm takes about as many steps as the square of the number of changed
 * items, and reading a hundred characters counts as a step. Hostile texts end in a question instead of holding up a process.
 */
export class MergeBudget {
  #steps = 250_000;

  /** The most changed items that there is room for. */
  get changes(): number {
    return Math.floor(Math.sqrt(this.#steps));
  }

  spendOnChanges(count: number): void {
    this.#steps = Math.max(0, this.#steps - count ** 2);
  }

  spendOnNames(names: readonly string[]): void {
    this.#spendOnCharacters(lengthOf(names));
  }

  /** Spends what it takes to compare each of some texts with each of others. */
  spendOnPairs(some: readonly string[], others: readonly string[]): void {
    this.#spendOnCharacters(lengthOf(some) * others.length + lengthOf(others) * some.length);
  }

  #spendOnCharacters(count: number): void {
    this.#steps = Math.max(0, this.#steps - Math.ceil(count / 100));
  }
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** The results of a merge: each side has all that goes together, and its own version of everything else. */
export interface MergedSides<Value> {
  readonly mine: Value;
  readonly theirs: Value;
  /** Whether something doesn't go together. */
  readonly collide: boolean;
}

/** A sequence, and what became of it on two sides. */
interface SequenceSides<Item> {
  readonly base: readonly Item[];
  readonly mine: readonly Item[];
  readonly theirs: readonly Item[];
}

/** The rules for the items of a sequence. */
interface SequenceRules<Item> {
  /** The same for the same items, and only for those. */
  nameOf(item: Item): string;
  /** Whether changes of two items that stand side by side go together. */
  readonly areApart: boolean;
  /** Merges an item that both sides changed; null when that can't be done. */
  merge?(base: Item, mine: Item, theirs: Item): MergedSides<Item> | null;
}

/** A stretch of the base that a side replaced by some items: from one place to before another. */
interface Change<Item> {
  readonly from: number;
  readonly to: number;
  readonly items: readonly Item[];
}

/** A stretch of the base that was changed, with the changes of each side in it. */
interface Stretch<Item> {
  readonly from: number;
  to: number;
  readonly mine: Change<Item>[];
  readonly theirs: Change<Item>[];
}

/**
 * Merges sequences whose items have no keys: finds what each side changed by comparing it with the base (Myers, "An O(ND)
 * Difference Algorithm and Its Variations"), and joins the changes (Khanna, Kunal, Pierce: "A Formal Investigation of
 * Diff3").
 *
 * @returns null when comparing takes more than the budget
 */
export function mergeSequences<Item>(
  { base, mine: ownItems, theirs: othersItems }: SequenceSides<Item>,
  rules: SequenceRules<Item>,
  budget: MergeBudget,
): MergedSides<readonly Item[]> | null {
  const own = changesBetween(base, ownItems, rules, budget);
  const others = own && changesBetween(base, othersItems, rules, budget);
  if (!own || !others) return null;
  const mine: (readonly Item[])[] = [];
  const theirs: (readonly Item[])[] = [];
  let [at, collide] = [0, false];
  for (const stretch of stretchesOf(own, others, rules)) {
    const kept = base.slice(at, stretch.from);
    const sides = mergeStretch(
      {
        base: base.slice(stretch.from, stretch.to),
        mine: afterChanges(base, stretch, stretch.mine),
        theirs: afterChanges(base, stretch, stretch.theirs),
      },
      rules,
    );
    mine.push(kept, sides.mine);
    theirs.push(kept, sides.theirs);
    collide ||= sides.collide;
    at = stretch.to;
  }
  const rest = base.slice(at);
  return { mine: [...mine, rest].flat(1) as Item[], theirs: [...theirs, rest].flat(1) as Item[], collide };
}

/** The ranges that a side replaced, in order; null when finding them takes more than the budget. */
export function changesBetween<Item>(
  base: readonly Item[],
  side: readonly Item[],
  { nameOf }: Pick<SequenceRules<Item>, 'nameOf'>,
  budget: MergeBudget,
): readonly Change<Item>[] | null {
  const [before, after] = [base.map(nameOf), side.map(nameOf)];
  budget.spendOnNames(before);
  budget.spendOnNames(after);
  let [start, end, sideEnd] = [0, before.length, after.length];
  while (start < Math.min(end, sideEnd) && before[start] === after[start]) start++;
  while (Math.min(end, sideEnd) > start && before[end - 1] === after[sideEnd - 1]) {
    end--;
    sideEnd--;
  }
  if (start === end && start === sideEnd) return [];
  if (start === end || start === sideEnd) return [{ from: start, to: end, items: side.slice(start, sideEnd) }];
  const maxEditLength = budget.changes;
  if (maxEditLength === 0) return null;
  const parts = diffArrays(before.slice(start, end), after.slice(start, sideEnd), { maxEditLength });
  if (!parts) {
    budget.spendOnChanges(maxEditLength);
    return null;
  }
  const changes: Change<Item>[] = [];
  let [from, at, changed] = [start, start, 0];
  for (const { added, removed, value } of parts) {
    const [to, sideTo] = [added ? from : from + value.length, removed ? at : at + value.length];
    if (added || removed) {
      changed += value.length;
      const items = side.slice(at, sideTo);
      const last = changes.at(-1);
      if (last?.to === from) changes[changes.length - 1] = { from: last.from, to, items: [...last.items, ...items] };
      else changes.push({ from, to, items });
    }
    [from, at] = [to, sideTo];
  }
  budget.spendOnChanges(changed);
  return changes;
}

/** The stretches in which a side, or both, changed something. */
function stretchesOf<Item>(
  mine: readonly Change<Item>[],
  theirs: readonly Change<Item>[],
  { areApart, nameOf }: SequenceRules<Item>,
): readonly Stretch<Item>[] {
  const haveCommon = (stretch: Stretch<Item>, { items }: Change<Item>): boolean => {
    const names = new Set(items.map(nameOf));
    return [...stretch.mine, ...stretch.theirs].some((one) => one.items.some((item) => names.has(nameOf(item))));
  };
  const changes = [
    ...mine.map((change) => ({ side: 'mine' as const, change })),
    ...theirs.map((change) => ({ side: 'theirs' as const, change })),
  ].sort((a, b) => a.change.from - b.change.from || a.change.to - b.change.to);
  const stretches: Stretch<Item>[] = [];
  for (const { side, change } of changes) {
    const last = stretches.at(-1);
    const isBeside = last?.to === change.from;
    const isAtSamePlace = isBeside && last.from === change.to;
    // Items that one side added beside another may be those that the other side added when it changed that item.
    const areTogether = isBeside && (!areApart || isAtSamePlace || haveCommon(last, change));
    if (last && (change.from < last.to || areTogether)) {
      last.to = Math.max(last.to, change.to);
      last[side].push(change);
    } else {
      const stretch: Stretch<Item> = { from: change.from, to: change.to, mine: [], theirs: [] };
      stretch[side].push(change);
      stretches.push(stretch);
    }
  }
  return stretches;
}

function afterChanges<Item>(
  base: readonly Item[],
  { from, to }: Stretch<Item>,
  changes: readonly Change<Item>[],
): readonly Item[] {
  const parts: (readonly Item[])[] = [];
  let at = from;
  for (const change of changes) {
    parts.push(base.slice(at, change.from), change.items);
    at = change.to;
  }
  return [...parts, base.slice(at, to)].flat(1) as Item[];
}

function mergeStretch<Item>(
  { base, mine, theirs }: SequenceSides<Item>,
  rules: SequenceRules<Item>,
): MergedSides<readonly Item[]> {
  const isBegunLike = (one: readonly Item[], other: readonly Item[]): boolean =>
    other.every((item, at) => at < one.length && rules.nameOf(item) === rules.nameOf(one[at] as Item));
  const areSame = (one: readonly Item[], other: readonly Item[]): boolean =>
    one.length === other.length && isBegunLike(one, other);
  const agreed = (items: readonly Item[]) => ({ mine: items, theirs: items, collide: false });
  if (areSame(mine, theirs) || areSame(theirs, base)) return agreed(mine);
  if (areSame(mine, base)) return agreed(theirs);
  // One went on from what the other has: the same person, before and after.
  if (base.length === 0 && isBegunLike(mine, theirs)) return agreed(mine);
  if (base.length === 0 && isBegunLike(theirs, mine)) return agreed(theirs);
  const whole = { mine, theirs, collide: true };
  const trimmed = withoutCommonEnds({ base, mine, theirs }, rules);
  if (trimmed) return trimmed;
  const [short, long] = mine.length < theirs.length ? [mine, theirs] : [theirs, mine];
  if (short.length !== base.length) return whole;
  if (long.length === short.length) return mergePairs({ base, mine, theirs }, rules) ?? whole;
  // One side added items before or after those that both changed.
  const places = [0, long.length - base.length];
  const kept = (at: number): number =>
    base.filter((item, i) => rules.nameOf(item) === rules.nameOf(long[at + i] as Item)).length;
  for (const at of places.sort((a, b) => kept(b) - kept(a))) {
    const pairs = (side: readonly Item[]) => (side === long ? long.slice(at, at + base.length) : side);
    const merged = mergePairs({ base, mine: pairs(mine), theirs: pairs(theirs) }, rules);
    if (merged?.collide === false) {
      return agreed([...long.slice(0, at), ...merged.mine, ...long.slice(at + base.length)]);
    }
  }
  return whole;
}

/** Merges what is left when both sides added the same at the beginning or the end; null when they didn't. */
function withoutCommonEnds<Item>(
  { base, mine, theirs }: SequenceSides<Item>,
  rules: SequenceRules<Item>,
): MergedSides<readonly Item[]> | null {
  const known = new Set(base.map(rules.nameOf));
  const isCommon = (own: Item | undefined, others: Item | undefined): boolean => {
    if (own === undefined || others === undefined) return false;
    const name = rules.nameOf(own);
    return name === rules.nameOf(others) && !known.has(name);
  };
  let [start, end] = [0, 0];
  while (isCommon(mine[start], theirs[start])) start++;
  while (start + end < Math.min(mine.length, theirs.length) && isCommon(mine.at(-1 - end), theirs.at(-1 - end))) end++;
  if (start + end === 0) return null;
  const inner = (side: readonly Item[]) => side.slice(start, side.length - end);
  const merged = mergeStretch({ base, mine: inner(mine), theirs: inner(theirs) }, rules);
  const around = (items: readonly Item[]) => [...mine.slice(0, start), ...items, ...mine.slice(mine.length - end)];
  return { mine: around(merged.mine), theirs: around(merged.theirs), collide: merged.collide };
}

/** Merges as many items one by one; null when they can't be. */
function mergePairs<Item>(
  { base, mine, theirs }: SequenceSides<Item>,
  { nameOf, merge }: SequenceRules<Item>,
): MergedSides<readonly Item[]> | null {
  if (!merge) return null;
  const pairs = base.map((item, at): MergedSides<Item> => {
    const [own, others] = [mine[at] as Item, theirs[at] as Item];
    const [name, ownName, othersName] = [nameOf(item), nameOf(own), nameOf(others)];
    if (ownName === othersName || othersName === name) return { mine: own, theirs: own, collide: false };
    if (ownName === name) return { mine: others, theirs: others, collide: false };
    return merge(item, own, others) ?? { mine: own, theirs: others, collide: true };
  });
  return {
    mine: pairs.map((pair) => pair.mine),
    theirs: pairs.map((pair) => pair.theirs),
    collide: pairs.some((pair) => pair.collide),
  };
}
