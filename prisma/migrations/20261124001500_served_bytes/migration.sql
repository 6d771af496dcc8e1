-- The daily sweep of served files counts what was stored earlier.
-- AlterTable
ALTER TABLE "project_storage" ADD COLUMN "served_bytes" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "assets" ADD COLUMN "served_bytes" BIGINT NOT NULL DEFAULT 0;
