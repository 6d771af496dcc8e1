-- AlterTable
ALTER TABLE "users" ADD COLUMN     "language" TEXT,
ADD COLUMN     "mail_digest" TEXT NOT NULL DEFAULT 'hourly',
ADD COLUMN     "mailed_until" TIMESTAMPTZ(3);

-- allowed: index: it has a row for each entry that was ever reviewed or assigned: hundreds, seldom more.
CREATE INDEX "entry_reviews_project_id_due_on_entry_id_idx" ON "entry_reviews"("project_id", "due_on", "entry_id");
