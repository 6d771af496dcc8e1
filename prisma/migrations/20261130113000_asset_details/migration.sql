-- What is said of a file besides its alternative texts. Constant defaults: no row is written.
ALTER TABLE "assets" ADD COLUMN "caption" JSONB NOT NULL DEFAULT '{}',
  ADD COLUMN "credit" TEXT,
  ADD COLUMN "rights" TEXT,
  ADD COLUMN "tags" TEXT[] NOT NULL DEFAULT '{}';
-- Files with tags that changed last, for suggestions.
-- allowed: index: The table has a row for each file, which is read in well under a second, and none has tags yet.
CREATE INDEX "assets_tagged_idx" ON "assets"("project_id", "updated_at") WHERE "tags" <> '{}';
