import type { FieldType } from '@stele/schema';
import type { KeyboardEvent } from 'react';
import { viewOf } from '@/field-types/views.ts';
import { isComposing, isEnter } from '@/ui/keys.ts';

/**
 * The action of a key in an item of a list that is typed on one line: Enter adds the next item, Backspace removes an empty
 * one; null for all else.
 */
export function lineKey(type: FieldType, event: KeyboardEvent): 'add' | 'remove' | null {
  const { key, target } = event;
  if (!viewOf(type).isLine || !(target instanceof HTMLInputElement)) return null;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isComposing(event)) return null;
  if (isEnter(event) && target.value !== '') return 'add';
  return key === 'Backspace' && target.value === '' && !event.repeat ? 'remove' : null;
}
