import type { TokenContext } from '../context.ts';
import type { TokenIdentityView } from './tokens.schemas.ts';

/** Who the token in use is. */
export async function identifyToken({ token, project }: TokenContext): Promise<TokenIdentityView> {
  return {
    id: token.id,
    name: token.name,
    scope: token.scope,
    project: {
      id: project.id,
      name: project.name,
      slug: project.slug,
      default_locale: project.defaultLocale,
      locales: [...project.locales],
    },
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt?.toISOString() ?? null,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
  };
}
