-- Letters like ß and ł, and voiced kana, are found otherwise from now on: the API makes these drafts' vectors anew.
ALTER TABLE "entry_drafts" ADD COLUMN "search_stale" BOOLEAN NOT NULL DEFAULT false;
UPDATE "entry_drafts" SET "search_stale" = true
WHERE octet_length("search"::text) <> char_length("search"::text);
CREATE INDEX "entry_drafts_search_stale_idx" ON "entry_drafts"("entry_id", "locale") WHERE "search_stale";

-- Most entries have no external id and aren't in the trash: their writes needn't touch these indexes.
DROP INDEX "entries_project_id_collection_key_external_id_key";
CREATE UNIQUE INDEX "entries_project_id_collection_key_external_id_key"
  ON "entries"("project_id", "collection_key", "external_id") WHERE "external_id" IS NOT NULL;
DROP INDEX "entries_trashed_at_idx";
CREATE INDEX "entries_trashed_at_idx" ON "entries"("trashed_at") WHERE "trashed_at" IS NOT NULL;
