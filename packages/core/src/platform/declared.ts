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

/** The name of something that a feature has declared, or that is known by its name alone. */
export function declaredName<Name extends string>(known: Name | { readonly name: Name }): Name {
  return typeof known === 'string' ? known : known.name;
}
