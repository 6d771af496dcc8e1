-- Websites that the editor shows an entry on.
ALTER TABLE "projects" ADD COLUMN "preview_sites" JSONB NOT NULL DEFAULT '[]';
