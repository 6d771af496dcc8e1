/** A screen that says which note it shows. */
export function NotesScreen({ id }: { readonly id: string }) {
  return `Note ${id}`;
}
