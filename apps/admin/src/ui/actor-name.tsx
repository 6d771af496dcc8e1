interface ActorNameProps {
  readonly actor: { readonly name: string; readonly email?: string | undefined };
  /** Whether the address is shown beside the name; else it's the name's tooltip. */
  readonly full?: boolean;
}

/** Who did something. A name is what people call themselves, so their e-mail address goes with it. */
export function ActorName({ actor: { name, email }, full = false }: ActorNameProps) {
  if (email === undefined) return <bdi>{name}</bdi>;
  if (!full) return <bdi title={email}>{name}</bdi>;
  return (
    <>
      <bdi>{name}</bdi> <bdi className="text-muted">({email})</bdi>
    </>
  );
}
