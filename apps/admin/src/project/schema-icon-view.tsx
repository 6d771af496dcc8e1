import type { CollectionIcon } from '@stele/schema';
import type { LucideIcon } from 'lucide-react';
import * as icons from './schema-icons.ts';

type PascalCase<Name extends string> = Name extends `${infer Word}-${infer Rest}`
  ? `${Capitalize<Word>}${PascalCase<Rest>}`
  : Capitalize<Name>;

/** Every icon of the schema language: the compiler sees that none is missing. */
const ICONS: Readonly<Record<PascalCase<CollectionIcon>, LucideIcon>> = icons;

/** An icon of the schema language. */
export function SchemaIconView({ name }: { readonly name: CollectionIcon }) {
  const key = name.replace(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase());
  const Icon = ICONS[key as keyof typeof ICONS];
  return <Icon className="size-4 shrink-0" aria-hidden />;
}
