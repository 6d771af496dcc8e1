-- CreateTable
CREATE TABLE "entry_reviews" (
    "entry_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "state" TEXT,
    "approved_version" INTEGER,
    "moved_at" TIMESTAMPTZ(3),
    "moved_by" JSONB,
    "note" TEXT,
    "assignee_id" TEXT,
    "due_on" DATE,
    "due_told" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "entry_reviews_pkey" PRIMARY KEY ("entry_id")
);

-- CreateIndex
CREATE INDEX "entry_reviews_project_id_state_entry_id_idx" ON "entry_reviews"("project_id", "state", "entry_id");

-- CreateIndex
CREATE INDEX "entry_reviews_project_id_assignee_id_entry_id_idx" ON "entry_reviews"("project_id", "assignee_id", "entry_id");

-- CreateIndex
CREATE INDEX "entry_reviews_due_told_due_on_idx" ON "entry_reviews"("due_told", "due_on");

-- AddForeignKey
ALTER TABLE "entry_reviews" ADD CONSTRAINT "entry_reviews_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;
