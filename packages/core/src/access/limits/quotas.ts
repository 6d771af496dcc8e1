/** How much of something each project may have; null for no limit. */
export interface Quotas {
  /** Entries outside of the trash. */
  readonly entries: number | null;
  /** Members, and people who are invited. */
  readonly people: number | null;
}

export const NO_QUOTAS: Quotas = { entries: null, people: null };

/** Reads the setting: `entries=10000,people=20`. @throws Error that says what is wrong with it */
export function parseQuotas(setting: string | undefined): Quotas {
  const quotas = { ...NO_QUOTAS };
  for (const part of (setting ?? '').split(',').filter((piece) => piece.trim() !== '')) {
    const [, name, count] = /^\s*(entries|people)\s*=\s*([1-9][0-9]{0,8})\s*$/.exec(part) ?? [];
    if (!name) throw new Error(`STELE_QUOTAS holds "${part.trim()}". Give entries=COUNT, people=COUNT or both.`);
    quotas[name as keyof Quotas] = Number(count);
  }
  return quotas;
}
