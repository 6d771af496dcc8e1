-- A review ends with whatever makes everything of an entry live: a publish, a save, a push, or a restored site. What is asked about an
-- entry that was live as it is stays. The function reads reviews after it has the entry, so none that is written meanwhile stays open.
CREATE FUNCTION "end_review"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "entry_reviews" SET "state" = NULL, "approved_version" = NULL
  WHERE "entry_id" = NEW."id" AND "state" IS NOT NULL
    -- An older process, during an upgrade, counts an entry with an unpublished language as unchanged.
    AND NOT EXISTS (SELECT FROM "entry_drafts" d WHERE d."entry_id" = NEW."id" AND NOT EXISTS (
      SELECT FROM "publications" p WHERE p."project_id" = NEW."project_id" AND p."entry_id" = d."entry_id"
        AND p."locale" = d."locale" AND p."until_seq" IS NULL));
  RETURN NULL;
END $$;
CREATE TRIGGER "entries_end_review" AFTER UPDATE OF "status", "changed" ON "entries"
  FOR EACH ROW WHEN (NEW."status" = 'published' AND NOT NEW."changed"
    AND (OLD."status" <> 'published' OR OLD."changed") AND (OLD."review_state" IS NOT NULL OR NEW."review_state" IS NOT NULL))
  EXECUTE FUNCTION "end_review"();
