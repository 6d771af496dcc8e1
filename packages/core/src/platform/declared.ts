/** Something that a feature declares, with the name that it has on the wire. */
export type Declared<Facts, Name extends string = string> = Facts & { readonly name: Name };

/** Makes a function that declares things of one kind, by name. */
export function declarer<Facts extends object>() {
  return <const Name extends string>(
    table: Readonly<Record<Name, Facts>>,
  ): { readonly [One in Name]: Declared<Facts, One> } => {
    const declared = Object.entries<Facts>(table).map(([name, facts]) => [name, { ...facts, name }]);
    return Object.fromEntries(declared);
  };
}

/** The same for things whose types say what is declared of each, so that other types are derived from them. */
export function exactDeclarer<Facts extends object>() {
  const declare = declarer<Facts>();
  return <const Table extends Readonly<Record<string, Facts>>>(table: Table & OnlyFacts<Table, Facts>) =>
    declare(table) as unknown as { readonly [Name in keyof Table & string]: Declared<Table[Name], Name> };
}

/** Refuses facts that are none. */
type OnlyFacts<Table, Facts> = {
  readonly [Name in keyof Table]: { readonly [Fact in Exclude<keyof Table[Name], keyof Facts>]: never };
};

/** The name of something that a feature has declared, or that is known by its name alone. */
export function declaredName<Name extends string>(known: Name | { readonly name: Name }): Name {
  return typeof known === 'string' ? known : known.name;
}
