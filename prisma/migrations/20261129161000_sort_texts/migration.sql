-- Lists by title are sorted by a text that the API makes with the alphabet of the project's language. Without one, an entry is
-- sorted by small letters, until a job has made it: so are entries that a process of the version before writes.
ALTER TABLE "entries" ADD COLUMN "title_key" TEXT;
-- Sort keys of collections that texts order are made once more, too.
UPDATE "entries" SET "order_stale" = true;
DROP INDEX "entries_title_idx";
DROP INDEX "entries_collection_title_idx";
-- allowed: index: Lists by title need it, and saves may wait for the seconds that it takes.
CREATE INDEX "entries_title_idx"
  ON "entries"("project_id", "status", "changed", (coalesce("title_key", lower("title"))) COLLATE "C", "id")
  INCLUDE ("title_key", "title");
-- allowed: index: Lists by title need it, and saves may wait for the seconds that it takes.
CREATE INDEX "entries_collection_title_idx"
  ON "entries"("project_id", "collection_key", "status", "changed", (coalesce("title_key", lower("title"))) COLLATE "C", "id")
  INCLUDE ("title_key", "title");
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

-- Names of files are sorted by their letters without accents, whatever the language.
CREATE FUNCTION "plain_letters"(text) RETURNS text IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql
  RETURN lower(replace(replace(replace(replace(replace(replace(
    translate(regexp_replace(normalize($1, NFKD), '[\u0300-\u036f]', '', 'g'), 'łŁøØđĐħĦı', 'lLoOdDhHi'),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'));
DROP INDEX "assets_filename_idx";
-- allowed: index: Lists by name need it, and saves may wait for the seconds that it takes.
CREATE INDEX "assets_filename_idx" ON "assets"("project_id", "status", plain_letters("filename") COLLATE "C", "id")
  INCLUDE ("filename");
