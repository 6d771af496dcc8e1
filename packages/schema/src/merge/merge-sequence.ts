import type { Json } from '../document.ts';
import { itemsOf, nameOfJson, type Side, type Stretch, stretchesOf } from './merge-hunks.ts';
import { type Decide, MINE, type Place, type Sides, THEIRS, within } from './merging.ts';
import { isSameJson } from './same-json.ts';

type Lists = Readonly<Record<'base' | Side, readonly Json[]>>;

/** What is known of the items of a list. */
interface ItemRules {
  /** Whether items that stand for each other can be merged, or asked for by themselves. */
  fits(sides: Sides): boolean;
  merge(decide: Decide, place: Place, sides: Sides): Json | undefined;
}

/**
 * Merges lists whose items have no keys: equal items are the same one, and as many in the same place stand for each other.
 * What both sides added at one place follows one another, mine first, unless one side has the other's already. If anything else that both changed can't be paired,
 * the whole list is asked for.
 */
export function mergeSequence(
  decide: Decide,
  place: Place,
  lists: Lists,
  rules: ItemRules,
): readonly Json[] | Json | undefined {
  const stretches = stretchesOf(lists, nameOfJson, { touching: false });
  if (stretches?.every((stretch) => isPaired(stretch, rules))) return join(stretches, decide, place, rules);
  if (!stretches) return decide({ ...place, ...lists });
  const [mine, theirs] = [join(stretches, MINE, place, rules, 'mine'), join(stretches, THEIRS, place, rules, 'theirs')];
  return decide({ ...place, base: lists.base, mine, theirs });
}

/** Whether a stretch can be merged item by item. */
function isPaired({ changedBy, base, mine, theirs }: Stretch<Json>, rules: ItemRules): boolean {
  if (changedBy !== 'both' || base.length === 0 || isSameJson(mine, theirs)) return true;
  if (mine.length !== base.length || theirs.length !== base.length) return false;
  return base.every((item, at) => rules.fits({ base: item, mine: mine[at], theirs: theirs[at] }));
}

/** The merged items. @param side taken of stretches that can't be paired */
function join(
  stretches: readonly Stretch<Json>[],
  decide: Decide,
  place: Place,
  rules: ItemRules,
  side: Side = 'mine',
): Json[] {
  const items: Json[] = [];
  for (const stretch of stretches) {
    const { changedBy, base, mine, theirs } = stretch;
    if (changedBy !== 'both' || isSameJson(mine, theirs) || !isPaired(stretch, rules)) {
      items.push(...itemsOf(stretch, side));
    } else if (base.length === 0) {
      items.push(...joined(mine, theirs));
    } else {
      for (const [at, item] of base.entries()) {
        const merged = rules.merge(decide, within(place, items.length), {
          base: item,
          mine: mine[at],
          theirs: theirs[at],
        });
        if (merged !== undefined) items.push(merged);
      }
    }
  }
  return items;
}

function joined(mine: readonly Json[], theirs: readonly Json[]): readonly Json[] {
  if (holdsAll(mine, theirs)) return mine;
  return holdsAll(theirs, mine) ? theirs : [...mine, ...theirs];
}

/** Whether a list has the items of another one, in their order. */
function holdsAll(list: readonly Json[], others: readonly Json[]): boolean {
  let found = 0;
  for (const item of list) if (found < others.length && isSameJson(item, others[found])) found += 1;
  return found === others.length;
}
