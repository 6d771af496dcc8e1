ALTER TABLE "entry_drafts" ADD COLUMN "confirmed_fields" JSONB NOT NULL DEFAULT '{}';
