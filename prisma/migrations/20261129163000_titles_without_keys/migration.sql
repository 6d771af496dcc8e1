-- A process of the version before writes titles without keys, and its job takes away marks. So an entry whose key is missing has
-- none, and is sorted by small letters until a job of this version has made it.
ALTER TABLE "entries" ALTER COLUMN "title_key" DROP NOT NULL, ALTER COLUMN "title_key" DROP DEFAULT;
UPDATE "entries" SET "title_key" = NULL WHERE "order_stale" OR "title_key" = '';
DROP INDEX "entries_title_idx";
DROP INDEX "entries_collection_title_idx";
-- allowed: index: Lists by title need it, and saves may wait for the seconds that it takes.
CREATE INDEX "entries_title_idx"
  ON "entries"("project_id", "status", "changed", (coalesce("title_key", lower("title"))) COLLATE "C", "id");
-- allowed: index: Lists by title need it, and saves may wait for the seconds that it takes.
CREATE INDEX "entries_collection_title_idx"
  ON "entries"("project_id", "collection_key", "status", "changed", (coalesce("title_key", lower("title"))) COLLATE "C", "id");
-- allowed: index: The job needs it, and saves may wait for the seconds that it takes.
CREATE INDEX "entries_title_key_missing_idx" ON "entries"("id") WHERE "title_key" IS NULL;

CREATE FUNCTION "forget_title_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."title_key" := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER "forget_title_key" BEFORE UPDATE OF "title" ON "entries" FOR EACH ROW
  WHEN (NEW."title" <> OLD."title" AND NEW."title_key" IS NOT DISTINCT FROM OLD."title_key")
  EXECUTE FUNCTION "forget_title_key"();
