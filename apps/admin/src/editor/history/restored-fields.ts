/** Subject of messages about fields restored in an open entry: their Undo edits the form, and goes with it. */
export const restoredFields = (entryId: string): string => `restored fields of ${entryId}`;
