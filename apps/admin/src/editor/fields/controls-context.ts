import type { FieldDocument, FieldType } from '@stele/schema';
import { type ComponentType, createContext, useContext } from 'react';
import type { ControlIds, ControlOf } from './control.ts';

/** Props of a control of several values, which it reads itself. */
export interface CompositeProps {
  readonly field: FieldDocument;
  readonly path: string;
  readonly ids: ControlIds;
  readonly readOnly: boolean;
}

/** How values of a type are drawn. */
export interface ControlEntry {
  readonly Control: ComponentType<ControlOf>;
  /** Draws values within values, each by its own control. */
  readonly Composite?: ComponentType<CompositeProps>;
  /** Whether it's several elements, which the label names together. */
  readonly isGroup: boolean;
}

/** The control of each field type. */
export type Controls = Readonly<Record<FieldType, ControlEntry>>;

const Context = createContext<Controls | null>(null);

export const ControlsProvider = Context.Provider;

/** The control of a field. Controls hold fields within them, so they are handed down instead of imported. */
export function useControlOf(field: FieldDocument): ControlEntry {
  const controls = useContext(Context);
  if (!controls) throw new Error('Used outside of a form.');
  return controls[field.type];
}
