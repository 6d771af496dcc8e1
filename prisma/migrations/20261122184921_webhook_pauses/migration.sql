-- AlterTable
ALTER TABLE "events" ADD COLUMN     "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp();

-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "not_before" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "events_project_id_recorded_at_idx" ON "events"("project_id", "recorded_at");
