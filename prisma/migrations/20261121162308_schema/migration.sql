-- AlterTable
ALTER TABLE "contents" ADD COLUMN     "refers_to" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "entries" ADD COLUMN "position" TEXT;
UPDATE "entries" SET "position" = substr("id", 5);
ALTER TABLE "entries" ALTER COLUMN "position" SET NOT NULL;

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "frozen_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "publications" ADD COLUMN     "conforms_to" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "unique_values" (
    "project_id" TEXT NOT NULL,
    "collection_key" TEXT NOT NULL,
    "field" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "entry_id" TEXT NOT NULL,
    "draft" BOOLEAN NOT NULL,
    "live" BOOLEAN NOT NULL,

    CONSTRAINT "unique_values_pkey" PRIMARY KEY ("project_id","collection_key","field","locale","value")
);

-- CreateTable
CREATE TABLE "schema_versions" (
    "project_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "document" JSONB NOT NULL,
    "changes" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" JSONB NOT NULL,

    CONSTRAINT "schema_versions_pkey" PRIMARY KEY ("project_id","version")
);

-- CreateIndex
CREATE INDEX "unique_values_entry_id_idx" ON "unique_values"("entry_id");

-- CreateIndex
CREATE INDEX "contents_refers_to_idx" ON "contents" USING GIN ("refers_to");

-- CreateIndex
CREATE INDEX "entries_trashed_at_idx" ON "entries"("trashed_at");

-- AddForeignKey
ALTER TABLE "unique_values" ADD CONSTRAINT "unique_values_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "schema_versions" ADD CONSTRAINT "schema_versions_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lists of entries in other orders than that of their making. The schema file can declare neither their conditions nor
-- their collations.
CREATE INDEX "entries_updated_idx" ON "entries"("project_id", "updated_at", "id") WHERE "status" <> 'trashed';
CREATE INDEX "entries_title_idx" ON "entries"("project_id", lower("title") COLLATE "C", "id") WHERE "status" <> 'trashed';
CREATE INDEX "entries_position_idx" ON "entries"("project_id", "collection_key", "position" COLLATE "C", "id")
  WHERE "status" <> 'trashed';
