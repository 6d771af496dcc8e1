-- Where live entries' pages are. No collection says so yet, so there are none.
CREATE TABLE "live_pages" (
    "project_id" TEXT NOT NULL,
    "entry_id" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "path" TEXT,
    "parent_id" TEXT,
    "depth" INTEGER NOT NULL,

    CONSTRAINT "live_pages_pkey" PRIMARY KEY ("project_id", "entry_id", "locale")
);
CREATE UNIQUE INDEX "live_pages_project_id_locale_path_key" ON "live_pages"("project_id", "locale", "path");
CREATE INDEX "live_pages_project_id_parent_id_idx" ON "live_pages"("project_id", "parent_id");
CREATE INDEX "live_pages_entry_id_idx" ON "live_pages"("entry_id");
ALTER TABLE "live_pages" ADD CONSTRAINT "live_pages_entry_id_fkey"
  FOREIGN KEY ("entry_id") REFERENCES "entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;
