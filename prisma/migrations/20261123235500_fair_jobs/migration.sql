-- AlterTable
ALTER TABLE "projects" ADD COLUMN "maker_id" TEXT;

-- AlterTable
ALTER TABLE "jobs" ADD COLUMN "party" TEXT NOT NULL DEFAULT 'instance';

UPDATE "projects" p SET "maker_id" = m."user_id" FROM (
  SELECT DISTINCT ON ("project_id") "project_id", "user_id" FROM "members" WHERE "role" = 'owner'
  ORDER BY "project_id", "created_at", "user_id") m
WHERE m."project_id" = p."id";

UPDATE "jobs" j SET "party" = coalesce(p."maker_id", p."id") FROM "projects" p WHERE p."id" = j."project_id";

-- Whoever asks for jobs can't forget for whom they count: the database looks it up.
CREATE FUNCTION "name_party_of_job"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT coalesce(p."maker_id", p."id") INTO NEW."party" FROM "projects" p WHERE p."id" = NEW."project_id";
  NEW."party" := coalesce(NEW."party", 'instance');
  RETURN NEW;
END $$;
CREATE TRIGGER "jobs_name_party" BEFORE INSERT ON "jobs" FOR EACH ROW EXECUTE FUNCTION "name_party_of_job"();

-- Jobs are claimed party by party.
CREATE INDEX "jobs_turn_idx" ON "jobs"("kind", "party", "run_at") WHERE "dead_at" IS NULL;
