import type { Json } from '@stele/schema';
import type { ControlIds } from './control.ts';

/** Attributes of a form control of HTML. */
export function nativeProps({ labelId: _label, ...ids }: ControlIds) {
  return ids;
}

/** A value as text; '' for what is none. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
