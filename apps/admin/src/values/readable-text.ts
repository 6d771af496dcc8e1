import { type FieldShape, type Json, richtextText } from '@stele/schema';
import { type Telling, valueText } from './value-text.ts';

/** A value as text that a person can read and compare, rich text as its words. */
export function readableText(shape: FieldShape | null, value: Json | undefined, telling: Telling): string {
  return shape?.type === 'richtext' ? richtextText(value) : valueText(shape, value, telling);
}
