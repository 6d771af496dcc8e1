/**
 * Actions that an instance can leave to its operators: `projects`, to make one; `invitations`, to let in someone who has no
 * account yet; `groups`, to give roles to groups of a provider.
 */
const kinds = ['projects', 'invitations', 'groups'] as const;
export type OperatorOnlyKind = (typeof kinds)[number];
export type OperatorOnly = ReadonlySet<OperatorOnlyKind>;

/** Reads the setting: `projects,invitations`. @throws Error that says what is wrong with it */
export function parseOperatorOnly(setting: string | undefined): OperatorOnly {
  const parts = (setting ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return new Set(
    parts.map((part) => {
      const kind = kinds.find((one) => one === part);
      if (!kind) throw new Error(`STELE_OPERATOR_ONLY holds "${part}". Give projects, invitations, groups or several.`);
      return kind;
    }),
  );
}
