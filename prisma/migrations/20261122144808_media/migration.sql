-- CreateTable
CREATE TABLE "project_storage" (
    "project_id" TEXT NOT NULL,
    "used_bytes" BIGINT NOT NULL DEFAULT 0,
    "reserved_bytes" BIGINT NOT NULL DEFAULT 0,
    "asset_count" INTEGER NOT NULL DEFAULT 0,
    "swept_at" TIMESTAMPTZ(3),

    CONSTRAINT "project_storage_pkey" PRIMARY KEY ("project_id")
);

-- CreateTable
CREATE TABLE "asset_folders" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "parent_id" TEXT,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "asset_folders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "assets" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "folder_id" TEXT,
    "stage" TEXT NOT NULL,
    "status" TEXT NOT NULL GENERATED ALWAYS AS (CASE WHEN "trashed_at" IS NULL THEN "stage" ELSE 'trashed' END) STORED,
    "filename" TEXT NOT NULL,
    "url_name" TEXT NOT NULL,
    "mime" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "sha256" TEXT,
    "kind" TEXT,
    "width" INTEGER,
    "height" INTEGER,
    "duration" DOUBLE PRECISION,
    "pages" INTEGER,
    "alt_text" JSONB NOT NULL DEFAULT '{}',
    "decorative" BOOLEAN NOT NULL DEFAULT false,
    "focal_point" JSONB,
    "crop" JSONB,
    "placeholder" TEXT,
    "dominant_color" TEXT,
    "renditions" JSONB,
    "error" JSONB,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "rendered_revision" INTEGER,
    "due_at" TIMESTAMPTZ(3),
    "claim" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "search" tsvector,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "trashed_at" TIMESTAMPTZ(3),

    CONSTRAINT "assets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "asset_uploads" (
    "asset_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "multipart_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "asset_uploads_pkey" PRIMARY KEY ("asset_id")
);

-- CreateTable
CREATE TABLE "stored_files" (
    "project_id" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "instance" TEXT NOT NULL,
    "stored" BOOLEAN NOT NULL DEFAULT false,
    "kept_until" TIMESTAMPTZ(3) NOT NULL,
    "removing_since" TIMESTAMPTZ(3),
    "claim" TEXT,

    CONSTRAINT "stored_files_pkey" PRIMARY KEY ("project_id","sha256")
);

-- CreateIndex
CREATE INDEX "asset_folders_project_id_idx" ON "asset_folders"("project_id");

-- CreateIndex
CREATE INDEX "asset_folders_parent_id_idx" ON "asset_folders"("parent_id");

-- CreateIndex
CREATE INDEX "assets_project_id_status_id_idx" ON "assets"("project_id", "status", "id");

-- CreateIndex
CREATE INDEX "assets_project_id_status_updated_at_id_idx" ON "assets"("project_id", "status", "updated_at", "id");

-- CreateIndex
CREATE INDEX "assets_project_id_status_bytes_id_idx" ON "assets"("project_id", "status", "bytes", "id");

-- CreateIndex
CREATE INDEX "assets_folder_id_idx" ON "assets"("folder_id");

-- CreateIndex
CREATE INDEX "assets_project_id_folder_id_id_idx" ON "assets"("project_id", "folder_id", "id");

-- CreateIndex
CREATE INDEX "assets_project_id_mime_id_idx" ON "assets"("project_id", "mime", "id");

-- CreateIndex
CREATE INDEX "assets_project_id_sha256_id_idx" ON "assets"("project_id", "sha256", "id");

-- CreateIndex
-- Assets are written one at a time, and seldom: no list of new ones is kept, which each search would have to read too.
CREATE INDEX "assets_search_idx" ON "assets" USING GIN ("search") WITH (fastupdate = off);

-- CreateIndex
CREATE INDEX "asset_uploads_project_id_idx" ON "asset_uploads"("project_id");

-- CreateIndex
CREATE INDEX "asset_uploads_expires_at_idx" ON "asset_uploads"("expires_at");

-- AddForeignKey
ALTER TABLE "project_storage" ADD CONSTRAINT "project_storage_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "asset_folders" ADD CONSTRAINT "asset_folders_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "asset_folders" ADD CONSTRAINT "asset_folders_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "asset_folders"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "assets" ADD CONSTRAINT "assets_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assets" ADD CONSTRAINT "assets_folder_id_fkey" FOREIGN KEY ("folder_id") REFERENCES "asset_folders"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "asset_uploads" ADD CONSTRAINT "asset_uploads_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stored_files" ADD CONSTRAINT "stored_files_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the schema file can't declare: expressions, collations, partial indexes and checks.
CREATE UNIQUE INDEX "asset_folders_name_key" ON "asset_folders"("project_id", coalesce("parent_id", ''), "name");
CREATE INDEX "assets_filename_idx" ON "assets"("project_id", "status", lower("filename") COLLATE "C", "id")
  INCLUDE ("filename");
CREATE INDEX "assets_media_type_idx" ON "assets"("project_id", split_part("mime", '/', 1), "id") INCLUDE ("mime");
CREATE INDEX "assets_trashed_at_idx" ON "assets"("trashed_at") WHERE "trashed_at" IS NOT NULL;
CREATE INDEX "assets_due_at_idx" ON "assets"("due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "stored_files_removing_since_idx" ON "stored_files"("removing_since") WHERE "removing_since" IS NOT NULL;
ALTER TABLE "project_storage" ADD CONSTRAINT "project_storage_check"
  CHECK ("used_bytes" >= 0 AND "reserved_bytes" >= 0 AND "asset_count" >= 0);
