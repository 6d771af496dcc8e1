-- Lists find entries by their state here: what entry_reviews says, as long as it holds for the newest values. Triggers keep it, since
-- entries and reviews are written by many statements.
ALTER TABLE "entries" ADD COLUMN "review_state" TEXT;

CREATE FUNCTION "take_review_state"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "entries" e SET "review_state" = n."state"
  FROM (SELECT o."id", CASE WHEN coalesce(NEW."approved_version" >= o."values_version", true) THEN NEW."state" END AS "state"
    FROM "entries" o WHERE o."id" = NEW."entry_id") n
  WHERE e."id" = n."id" AND e."review_state" IS DISTINCT FROM n."state";
  RETURN NULL;
END $$;
CREATE TRIGGER "entry_reviews_give_state" AFTER INSERT OR UPDATE OF "state", "approved_version" ON "entry_reviews"
  FOR EACH ROW EXECUTE FUNCTION "take_review_state"();

CREATE FUNCTION "leave_review_state"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "entry_reviews" r WHERE r."entry_id" = NEW."id" AND r."approved_version" < NEW."values_version") THEN
    NEW."review_state" := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "entries_leave_state" BEFORE UPDATE OF "values_version" ON "entries"
  FOR EACH ROW WHEN (NEW."review_state" IS NOT NULL AND NEW."values_version" <> OLD."values_version")
  EXECUTE FUNCTION "leave_review_state"();
