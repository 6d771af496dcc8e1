import { checkRichtext, MAX_RICHTEXT_DEPTH } from '@stele/schema';
import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state';
import { ReplaceStep, type Step } from '@tiptap/pm/transform';
import { toJson } from './document-json.ts';
import { isFromOutside } from './outside-change.ts';
import { levelsIn } from './paste/fit-depth.ts';

/** Why an edit isn't made: it would nest too deep, or bring what the format doesn't have. */
export type Refusal = 'depth' | 'format';

/** Refuses edits that would make something of the document that can't be saved. Changes from outside aren't edits. */
export function formatLimits(onRefused: (refusal: Refusal) => void) {
  return Extension.create({
    name: 'formatLimits',
    addProseMirrorPlugins: () => [
      new Plugin({
        filterTransaction(tr, state) {
          const refusal = tr.docChanged && !isFromOutside(tr) ? refusalOf(tr, state) : null;
          if (refusal) onRefused(refusal);
          return refusal === null;
        },
      }),
    ],
  });
}

function refusalOf(tr: Transaction, { doc }: EditorState): Refusal | null {
  const isTyping = tr.steps.every(isText);
  const levels = (document: Node): number => levelsIn(document, isTyping ? 0 : 1);
  if (levels(tr.doc) > MAX_RICHTEXT_DEPTH && levels(tr.doc) > levels(doc)) return 'depth';
  return isTyping || isOfFormat(tr.doc) || !isOfFormat(doc) ? null : 'format';
}

function isText(step: Step): boolean {
  return step instanceof ReplaceStep && step.slice.openStart === 0 && step.slice.content.content.every(isTextNode);
}

function isTextNode({ isText }: Node): boolean {
  return isText;
}

/** Whether a document passes the check of the format. */
function isOfFormat(document: Node): boolean {
  return checkRichtext(toJson(document), null).length === 0;
}
