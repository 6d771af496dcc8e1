-- The trash is listed by when entries went there. Few entries are in it, so others have no place in these indexes.
CREATE INDEX "entries_trash_idx" ON "entries"("project_id", "status", "changed", "trashed_at", "id") WHERE "status" = 'trashed';
CREATE INDEX "entries_collection_trash_idx" ON "entries"("project_id", "collection_key", "status", "changed", "trashed_at", "id") WHERE "status" = 'trashed';
