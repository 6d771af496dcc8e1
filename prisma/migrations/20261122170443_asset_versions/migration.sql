-- What is to be processed waits on the list of jobs.
INSERT INTO "jobs" ("id", "kind", "key", "project_id", "payload", "run_at", "created_at")
SELECT 'job_' || "id", 'process-asset', "id", "project_id", 'null', "due_at", now() FROM "assets" WHERE "due_at" IS NOT NULL;

-- What was given up isn't tried again by itself.
UPDATE "assets" SET "rendered_revision" = "revision" WHERE "due_at" IS NULL AND "stage" = 'failed';

-- AlterTable
ALTER TABLE "assets" DROP COLUMN "attempts",
DROP COLUMN "claim",
DROP COLUMN "due_at",
ADD COLUMN     "replacement" JSONB;

-- CreateTable
CREATE TABLE "asset_versions" (
    "id" TEXT NOT NULL,
    "asset_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "url_name" TEXT NOT NULL,
    "mime" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "kind" TEXT,
    "width" INTEGER,
    "height" INTEGER,
    "duration" DOUBLE PRECISION,
    "pages" INTEGER,
    "focal_point" JSONB,
    "crop" JSONB,
    "placeholder" TEXT,
    "dominant_color" TEXT,
    "renditions" JSONB,
    "replaced_at" TIMESTAMPTZ(3) NOT NULL,
    "replaced_by" JSONB NOT NULL,

    CONSTRAINT "asset_versions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "asset_versions_asset_id_id_idx" ON "asset_versions"("asset_id", "id");

-- CreateIndex
CREATE INDEX "asset_versions_project_id_sha256_idx" ON "asset_versions"("project_id", "sha256");

-- CreateIndex
CREATE INDEX "asset_versions_replaced_at_idx" ON "asset_versions"("replaced_at");

-- AddForeignKey
ALTER TABLE "asset_versions" ADD CONSTRAINT "asset_versions_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Files that are to replace others are looked for by their digest.
CREATE INDEX "assets_replacement_idx" ON "assets"("project_id", ("replacement"->>'sha256')) WHERE "replacement" IS NOT NULL;
