-- AlterTable
ALTER TABLE "entry_drafts" ADD COLUMN     "asset_fields" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "assets" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "publications" ADD COLUMN     "asset_fields" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "assets" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "assets" ADD COLUMN     "unshown_change" TEXT;

-- What the schema file can't declare: partial indexes. Most values use no asset, and cost these nothing.
CREATE INDEX "entry_drafts_assets_idx" ON "entry_drafts" USING GIN ("assets") WITH (fastupdate = off)
  WHERE "assets" <> '{}';
CREATE INDEX "publications_assets_idx" ON "publications" USING GIN ("assets") WITH (fastupdate = off)
  WHERE "assets" <> '{}';
CREATE INDEX "assets_unshown_change_idx" ON "assets"("project_id") WHERE "unshown_change" IS NOT NULL;
