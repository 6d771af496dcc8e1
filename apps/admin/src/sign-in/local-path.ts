/** A path of this site that may be gone to after signing in: whatever leads elsewhere becomes the start. */
export function localPath(wanted: string | null): string {
  if (!wanted?.startsWith('/') || /^\/[/\\]/.test(wanted)) return '/';
  return wanted;
}
