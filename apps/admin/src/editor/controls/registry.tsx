import type { ComponentType } from 'react';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { Skeleton } from '@/ui/states.tsx';
import { BooleanControl, MultiselectControl, SelectControl } from '../fields/choice-controls.tsx';
import { ColorControl } from '../fields/color-control.tsx';
import type { ControlOf } from '../fields/control.ts';
import type { CompositeProps, ControlEntry, Controls } from '../fields/controls-context.ts';
import { JsonControl } from '../fields/json-control.tsx';
import { NumberControl } from '../fields/number-control.tsx';
import { ObjectControl } from '../fields/object-control.tsx';
import { ReferencesControl } from '../fields/reference-control.tsx';
import { SlugControl } from '../fields/slug-control.tsx';
import { TextareaControl, TextControl } from '../fields/text-control.tsx';
import { DateControl, DateTimeControl, TimeControl } from '../fields/time-controls.tsx';
import { ListControl } from '../rows/list-control.tsx';
import { RowsControl } from '../rows/rows-control.tsx';

/** A control takes fields of its own type only; the registry is what hands it those. */
function leaf(Control: unknown, isGroup = false): ControlEntry {
  return { Control: Control as ComponentType<ControlOf>, isGroup };
}

function composite(Composite: unknown): ControlEntry {
  return { Control: JsonControl, Composite: Composite as ComponentType<CompositeProps>, isGroup: true };
}

const meanwhile = <Skeleton className="h-24" />;
const RichtextControl = lazyPart(
  async () => (await import('../richtext/richtext-control.tsx')).RichtextControl,
  meanwhile,
);
const MarkdownControl = lazyPart(
  async () => (await import('../markdown/markdown-control.tsx')).MarkdownControl,
  meanwhile,
);
const CodeControl = lazyPart(async () => (await import('../fields/code-control.tsx')).CodeControl, meanwhile);
const VideoControl = lazyPart(async () => (await import('../fields/video-control.tsx')).VideoControl, meanwhile);
const AssetControl = lazyPart(async () => (await import('../fields/asset-control.tsx')).AssetControl, meanwhile);
const AssetsControl = lazyPart(async () => (await import('../fields/assets-control.tsx')).AssetsControl, meanwhile);

/** The control of each field type. */
export const CONTROLS: Controls = {
  text: leaf(TextControl),
  email: leaf(TextControl),
  url: leaf(TextControl),
  textarea: leaf(TextareaControl),
  markdown: leaf(MarkdownControl),
  richtext: leaf(RichtextControl, true),
  slug: leaf(SlugControl),
  number: leaf(NumberControl),
  integer: leaf(NumberControl),
  boolean: leaf(BooleanControl),
  date: leaf(DateControl),
  datetime: leaf(DateTimeControl),
  time: leaf(TimeControl),
  select: leaf(SelectControl),
  multiselect: leaf(MultiselectControl, true),
  color: leaf(ColorControl),
  code: leaf(CodeControl, true),
  video: leaf(VideoControl, true),
  json: leaf(JsonControl),
  asset: leaf(AssetControl, true),
  assets: leaf(AssetsControl, true),
  reference: leaf(ReferencesControl, true),
  references: leaf(ReferencesControl, true),
  object: composite(ObjectControl),
  list: composite(ListControl),
  blocks: composite(RowsControl),
};
