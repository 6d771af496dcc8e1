import { isRecord, itemsOf } from '../own-value.ts';
import { MAX_RICHTEXT_DEPTH } from './rules.ts';

/** A place in a value: keys and indexes from its root. */
export type RichtextPath = (string | number)[];

interface VisitedNode {
  readonly node: Readonly<Record<string, unknown>>;
  readonly path: Readonly<RichtextPath>;
}

/** All nodes of a value in reading order, the root first, as deep as rich text may be. The value may be anything. */
export function* visitNodes(value: unknown, path: Readonly<RichtextPath> = [], depth = 0): Generator<VisitedNode> {
  if (!isRecord(value) || depth > MAX_RICHTEXT_DEPTH) return;
  yield { node: value, path };
  for (const [index, child] of itemsOf(value.content).entries()) {
    yield* visitNodes(child, [...path, 'content', index], depth + 1);
  }
}
