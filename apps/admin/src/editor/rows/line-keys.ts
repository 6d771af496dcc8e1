import type { FieldType } from '@stele/schema';
import type { KeyboardEvent } from 'react';
import { viewOf } from '@/field-types/views.ts';
import { isComposing, isEnter } from '@/ui/keys.ts';

/**
 * What a key asks for in an item of a list that is typed on one line: Enter the next item, Backspace in an empty one that it
 * goes; null for all else.
 */
export function lineKey(type: FieldType, event: KeyboardEvent): 'add' | 'remove' | null {
  const { key, target } = event;
  if (!viewOf(type).isLine || !(target instanceof HTMLInputElement)) return null;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isComposing(event)) return null;
  if (isEnter(event) && target.value !== '') return 'add';
  return key === 'Backspace' && target.value === '' && !event.repeat ? 'remove' : null;
}
