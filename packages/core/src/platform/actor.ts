/** The author of an action, as it's stored and shown. */
export interface Actor {
  readonly type: 'user' | 'token' | 'system';
  readonly id: string;
  readonly name: string;
  /** A person's email address, which identifies them; people choose their names themselves. */
  readonly email?: string;
}

/** The author of actions without a request. */
export const SYSTEM: Actor = { type: 'system', id: 'system', name: 'System' };
