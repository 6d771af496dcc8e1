import type { OwnQuotas } from './limits/quotas.ts';
import type { CustomRoles, TokenGrant } from './membership.ts';

/** The live snapshot. */
export interface LivePointer {
  readonly snapshotId: string;
  readonly publishedAt: Date;
  readonly schemaVersion: number;
  readonly manifestHash: string;
}

/** A project with its live pointer, as every request loads it. */
export interface ProjectState {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly defaultLocale: string;
  readonly previewSites: unknown;
  readonly locales: readonly string[];
  readonly schemaVersion: number;
  readonly liveSeq: number;
  readonly live: LivePointer | null;
  readonly customRoles: CustomRoles;
  readonly quotas: OwnQuotas;
  /** Whether members need two-factor codes to get in. */
  readonly requiresTwoFactor: boolean;
  readonly createdAt: Date;
}

/** A recognised project token. */
export interface TokenIdentity extends TokenGrant {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** A recognised preview link. */
export interface PreviewLinkIdentity {
  readonly id: string;
  /** The only entry whose draft it shows; null for all. */
  readonly entryId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A person who is signed in. */
export interface SessionUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}
