import type { SchemaDocument } from '@stele/schema';
import { createContext, useContext } from 'react';
import type { SessionUser } from '@/api/session.ts';
import type { Outputs } from '@/api/trpc.ts';

/** The open project, for all its screens. */
export interface OpenProject {
  readonly project: Outputs['projects']['get'];
  /** Null while none was pushed: then entries are JSON. */
  readonly schema: SchemaDocument | null;
  readonly user: SessionUser;
  /** Whether one has a permission; limits to collections and languages are asked for by `entry-rights.ts`. */
  readonly may: (permission: string) => boolean;
  /** Whether one may write some entries. */
  readonly mayEdit: boolean;
  /** Whether one owns the project, and so manages people. */
  readonly mayManage: boolean;
}

const Context = createContext<OpenProject | null>(null);

export const ProjectProvider = Context.Provider;

/** The project that is open; null while it's being read. */
export function useProjectOrNull(): OpenProject | null {
  return useContext(Context);
}

/** The project that is open. */
export function useProject(): OpenProject {
  const open = useContext(Context);
  if (!open) throw new Error('Used outside of a project.');
  return open;
}
