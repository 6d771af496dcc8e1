-- Lists by title are sorted by a text that the API makes with the alphabet of the project's language; until it did, by small
-- letters. A job makes titles and sort keys of all entries once more.
ALTER TABLE "entries" ADD COLUMN "title_key" TEXT NOT NULL DEFAULT '';
UPDATE "entries" SET "title_key" = lower("title"), "order_stale" = true;
DROP INDEX "entries_title_idx";
DROP INDEX "entries_collection_title_idx";
-- allowed: index: Lists by title need it, and saves may wait for the seconds that it takes.
CREATE INDEX "entries_title_idx" ON "entries"("project_id", "status", "changed", "title_key" COLLATE "C", "id");
-- allowed: index: Lists by title need it, and saves may wait for the seconds that it takes.
CREATE INDEX "entries_collection_title_idx"
  ON "entries"("project_id", "collection_key", "status", "changed", "title_key" COLLATE "C", "id");

-- Names of files are sorted by their letters without accents, whatever the language.
CREATE FUNCTION "plain_letters"(text) RETURNS text IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql
  RETURN lower(replace(replace(replace(replace(replace(replace(
    translate(regexp_replace(normalize($1, NFKD), '[\u0300-\u036f]', '', 'g'), 'łŁøØđĐħĦı', 'lLoOdDhHi'),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'));
DROP INDEX "assets_filename_idx";
-- allowed: index: Lists by name need it, and saves may wait for the seconds that it takes.
CREATE INDEX "assets_filename_idx" ON "assets"("project_id", "status", plain_letters("filename") COLLATE "C", "id")
  INCLUDE ("filename");
