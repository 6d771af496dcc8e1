/** How much of something a project may have; null for no limit. */
export interface Quotas {
  /** Entries outside of the trash. */
  readonly entries: number | null;
  /** Members, and people who are invited. */
  readonly people: number | null;
  /** Bytes of all files. */
  readonly bytes: number | null;
  /** Requests of tokens in a day. */
  readonly requests: number | null;
}

/** Quotas of one project, in place of the instance's. */
export type OwnQuotas = Partial<Quotas>;

/** The quotas that `STELE_QUOTAS` sets: of each project, and of each person. */
export interface DefaultQuotas extends Pick<Quotas, 'entries' | 'people'> {
  /** Projects that a person has made; what each may have is theirs as many times. The operator may have more. */
  readonly projects: number;
}

export const NO_QUOTAS: DefaultQuotas = { entries: null, people: null, projects: 100 };

/** Reads the setting: `entries=10000,people=20,projects=5`. @throws Error that says what is wrong with it */
export function parseQuotas(setting: string | undefined): DefaultQuotas {
  const quotas = { ...NO_QUOTAS };
  for (const part of (setting ?? '').split(',').filter((piece) => piece.trim() !== '')) {
    const [, name, count] = /^\s*(entries|people|projects)\s*=\s*([1-9][0-9]{0,8})\s*$/.exec(part) ?? [];
    if (!name)
      throw new Error(
        `STELE_QUOTAS holds "${part.trim()}". Give entries=COUNT, people=COUNT, projects=COUNT or several.`,
      );
    quotas[name as keyof DefaultQuotas] = Number(count);
  }
  return quotas;
}

/** A project's own quota if it has one, and the instance's otherwise. */
export function quotaOf(own: OwnQuotas, name: keyof Quotas, instance: number | null): number | null {
  const quota = own[name];
  return quota === undefined ? instance : quota;
}
