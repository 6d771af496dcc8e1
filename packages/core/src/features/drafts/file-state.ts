import { canonicalJson, type Json, sha256 } from '@stele/snapshot';
import { FURTHEST_TRANSACTIONS } from './draft-changes.store.ts';

/** How long a file can be continued: it bounds what an error in all this could cost. */
const LONGEST_MS = 7 * 24 * 60 * 60_000;

/** Form of a state as clients know it. */
export const FILE_STATE = /^\d{1,20}\.\d{1,15}\.[0-9a-f]{16}\.[0-9a-f]{16}$/;

/** The state that a file of drafts was made from, for a later one that has only what changed since. */
export interface FileState {
  /** The transaction from which on rows count as changed. */
  readonly transaction: bigint;
  readonly atMs: number;
  /** Of all that any draft depends on, besides rows: another one makes all drafts others. */
  readonly basis: string;
  /** Of the ids of all its entries, in order. */
  readonly order: string;
}

/** The beginning of the digest of a value. */
export const shortDigestOf = (value: Json): string => sha256(canonicalJson(value)).slice(0, 16);

export function writeFileState({ transaction, atMs, basis, order }: FileState): string {
  return [transaction, atMs, basis, order].join('.');
}

/** The state in a text of the form {@link FILE_STATE}; null if a file can't have only what changed since. */
export function readFileState(text: string, now: Omit<FileState, 'order'>): FileState | null {
  const [transaction = '', at, basis = '', order = ''] = text.split('.');
  const state = { transaction: BigInt(transaction), atMs: Number(at), basis, order };
  const transactions = now.transaction - state.transaction;
  const isNear = transactions >= 0n && transactions < FURTHEST_TRANSACTIONS && now.atMs - state.atMs < LONGEST_MS;
  return isNear && basis === now.basis ? state : null;
}
