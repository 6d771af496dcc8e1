/** Who does something, as it's stored and shown. */
export interface Actor {
  readonly type: 'user' | 'token' | 'system';
  readonly id: string;
  readonly name: string;
  /** A person's address, by which others know them; a name is what people call themselves. */
  readonly email?: string;
}

/** Who does what nobody asked for. */
export const SYSTEM: Actor = { type: 'system', id: 'system', name: 'System' };
