-- Letters like ß and ł, and voiced kana, are found otherwise from now on: the API makes these drafts' vectors anew.
CREATE INDEX "entry_drafts_unsearched_idx" ON "entry_drafts"("entry_id") WHERE "search" IS NULL;
UPDATE "entry_drafts" SET "search" = NULL
WHERE octet_length("search"::text) <> char_length("search"::text);

-- Most entries have no external id and aren't in the trash: their writes needn't touch these indexes.
DROP INDEX "entries_project_id_collection_key_external_id_key";
CREATE UNIQUE INDEX "entries_project_id_collection_key_external_id_key"
  ON "entries"("project_id", "collection_key", "external_id") WHERE "external_id" IS NOT NULL;
DROP INDEX "entries_trashed_at_idx";
CREATE INDEX "entries_trashed_at_idx" ON "entries"("trashed_at") WHERE "trashed_at" IS NOT NULL;
