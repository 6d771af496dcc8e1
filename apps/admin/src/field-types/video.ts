import { isObject, type Json, type ShapeOf } from '@stele/schema';
import type { FieldView } from './field-view.ts';

/** The parts of a value; what it lacks is ''. */
export function videoIn(value: Json | undefined): { readonly url: string; readonly title: string } {
  const { url, title } = isObject(value) ? value : {};
  return { url: String(url ?? ''), title: String(title ?? '') };
}

export const videoView: FieldView<ShapeOf<'video'>> = {
  isColumn: true,
  text: (_shape, value) => {
    const { url, title } = videoIn(value);
    return [title, url].filter((part) => part !== '').join(', ');
  },
};
