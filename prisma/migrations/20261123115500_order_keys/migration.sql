-- AlterTable
ALTER TABLE "entries" ADD COLUMN "order_key" TEXT NOT NULL DEFAULT '';

-- Entries that there are get theirs from a job, which needs their schema; until then they come first, by their ids.
ALTER TABLE "entries" ADD COLUMN "order_stale" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "entries" ALTER COLUMN "order_stale" SET DEFAULT false;
CREATE INDEX "entries_order_stale_idx" ON "entries"("id") WHERE "order_stale";

-- The schema file can't declare the collation.
CREATE INDEX "entries_order_idx"
  ON "entries"("project_id", "collection_key", "status", "changed", "order_key" COLLATE "C", "id");
