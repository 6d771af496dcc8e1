import type { Change } from './change.ts';
import type { Interpretation } from './interpretation.ts';
import { interpretOrder } from './order.ts';
import { interpretPublish } from './publish.ts';
import { interpretRepublish } from './republish.ts';
import { interpretRerender } from './rerender.ts';
import { interpretRestore } from './restore.ts';
import { interpretTrash } from './trash.ts';
import { interpretUndoPublish } from './undo-publish.ts';
import { interpretUnpublish } from './unpublish.ts';

/** What a change means: what it reads, and how it's planned. */
export function interpret(change: Change): Interpretation {
  switch (change.kind) {
    case 'publish':
      return interpretPublish(change);
    case 'unpublish':
      return interpretUnpublish(change);
    case 'republish':
      return interpretRepublish(change);
    case 'undo_publish':
      return interpretUndoPublish(change);
    case 'trash':
      return interpretTrash(change);
    case 'restore':
      return interpretRestore(change);
    case 'order':
      return interpretOrder(change);
    case 'rerender':
      return interpretRerender(change);
  }
}
