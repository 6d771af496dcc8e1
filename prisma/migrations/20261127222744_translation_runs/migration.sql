-- CreateTable
CREATE TABLE "translation_runs" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "keep_written" BOOLEAN NOT NULL,
    "state" TEXT NOT NULL,
    "error" JSONB,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "actor" JSONB NOT NULL,
    "request_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "translation_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "translation_run_entries" (
    "run_id" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "entry_id" TEXT NOT NULL,
    "result" TEXT,
    "version" INTEGER,
    "report" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "translation_run_entries_pkey" PRIMARY KEY ("run_id","place")
);

-- CreateIndex
CREATE INDEX "translation_runs_project_id_id_idx" ON "translation_runs"("project_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "translation_run_entries_run_id_entry_id_key" ON "translation_run_entries"("run_id", "entry_id");

-- AddForeignKey
ALTER TABLE "translation_runs" ADD CONSTRAINT "translation_runs_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "translation_run_entries" ADD CONSTRAINT "translation_run_entries_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "translation_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
