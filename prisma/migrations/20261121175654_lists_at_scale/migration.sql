-- DropIndex
DROP INDEX "entries_project_id_collection_key_status_id_idx";

-- DropIndex
DROP INDEX "entries_project_id_status_id_idx";

-- CreateIndex
CREATE INDEX "audit_records_project_id_action_id_idx" ON "audit_records"("project_id", "action", "id");

-- CreateIndex
CREATE INDEX "audit_records_project_id_target_id_id_idx" ON "audit_records"("project_id", "target_id", "id");

-- CreateIndex
CREATE INDEX "entries_project_id_status_changed_id_idx" ON "entries"("project_id", "status", "changed", "id");

-- CreateIndex
CREATE INDEX "entries_project_id_status_changed_updated_at_id_idx" ON "entries"("project_id", "status", "changed", "updated_at", "id");

-- CreateIndex
CREATE INDEX "entries_project_id_collection_key_status_changed_id_idx" ON "entries"("project_id", "collection_key", "status", "changed", "id");

-- CreateIndex
CREATE INDEX "entries_project_id_collection_key_status_changed_updated_at_idx" ON "entries"("project_id", "collection_key", "status", "changed", "updated_at", "id");

-- What a restoration closes and opens is found by when it went live and when it ended, however much is live.
CREATE INDEX "publications_since_idx" ON "publications"("project_id", "since_seq") WHERE "until_seq" IS NULL;
CREATE INDEX "publications_until_idx" ON "publications"("project_id", "until_seq") WHERE "until_seq" IS NOT NULL;

-- Lists are read along an index: one for each order, in which every state of an entry (status, changed) stands by itself.
-- The schema file can declare neither expressions, collations and included columns, nor checks.
DROP INDEX "entries_updated_idx";
DROP INDEX "entries_title_idx";
DROP INDEX "entries_position_idx";
CREATE INDEX "entries_title_idx"
  ON "entries"("project_id", "status", "changed", lower("title") COLLATE "C", "id") INCLUDE ("title");
CREATE INDEX "entries_collection_title_idx"
  ON "entries"("project_id", "collection_key", "status", "changed", lower("title") COLLATE "C", "id") INCLUDE ("title");
CREATE INDEX "entries_position_idx"
  ON "entries"("project_id", "collection_key", "status", "changed", "position" COLLATE "C", "id");
-- For moves, which look for the next place whatever the state.
CREATE INDEX "entries_place_idx" ON "entries"("project_id", "collection_key", "position" COLLATE "C", "id");
UPDATE "entries" SET "changed" = false WHERE "changed" AND "status" <> 'published';
ALTER TABLE "entries" ADD CONSTRAINT "entries_changed_check" CHECK (NOT "changed" OR "status" = 'published');

CREATE INDEX "audit_records_actor_idx" ON "audit_records"("project_id", ("actor" ->> 'id'), "id");
CREATE INDEX "audit_records_actor_action_idx" ON "audit_records"("project_id", ("actor" ->> 'id'), "action", "id");

-- Lexemes get their project's key; locales and first letters are lexemes too. Ranks come with the next save.
DROP INDEX "entry_drafts_search_idx";
-- Search vectors hardly get smaller by compression, which costs more than it takes to write them.
ALTER TABLE "entry_drafts" ALTER COLUMN "search" SET STORAGE EXTERNAL;
UPDATE "entry_drafts" d SET "search" = array_to_tsvector(ARRAY(
  SELECT k."key" || '@' || d."locale"
  UNION SELECT k."key" || '^' || left(t."lexeme", 1) FROM unnest(d."search") AS t
  UNION SELECT k."key" || '/' || t."lexeme" FROM unnest(d."search") AS t))
FROM "entries" e CROSS JOIN LATERAL (SELECT right(e."project_id", 6) AS "key") k
WHERE e."id" = d."entry_id";
CREATE INDEX "entry_drafts_search_idx" ON "entry_drafts" USING GIN ("search");
