ALTER TABLE "entry_versions" ADD COLUMN "source" TEXT;
