import type { Change, ChangeOf } from './change.ts';
import type { Interpretation } from './interpretation.ts';
import { interpretOrder } from './order.ts';
import { interpretPublish } from './publish.ts';
import { interpretRepath } from './repath.ts';
import { interpretRepublish } from './republish.ts';
import { interpretRerender } from './rerender.ts';
import { interpretRestore } from './restore.ts';
import { interpretUndoPublish } from './undo-publish.ts';
import { interpretTrash, interpretUnpublish } from './unpublish.ts';

const INTERPRETERS: { readonly [Kind in Change['kind']]: (change: ChangeOf<Kind>) => Interpretation } = {
  publish: interpretPublish,
  unpublish: interpretUnpublish,
  republish: interpretRepublish,
  undo_publish: interpretUndoPublish,
  trash: interpretTrash,
  restore: interpretRestore,
  order: interpretOrder,
  rerender: interpretRerender,
  repath: interpretRepath,
};

/** How a change is read and planned. */
export function interpret<Kind extends Change['kind']>(change: ChangeOf<Kind>): Interpretation {
  return INTERPRETERS[change.kind as Kind](change);
}
