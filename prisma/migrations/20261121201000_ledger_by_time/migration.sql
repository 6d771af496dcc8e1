-- What was live at a time and ended since: both bounds in the index, so that a long history isn't read for it.
DROP INDEX "publications_until_idx";
CREATE INDEX "publications_until_idx" ON "publications"("project_id", "until_seq", "since_seq")
  WHERE "until_seq" IS NOT NULL;
