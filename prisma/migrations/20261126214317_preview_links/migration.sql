-- CreateTable
CREATE TABLE "preview_links" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "entry_id" TEXT,
    "creator_id" TEXT NOT NULL,
    "created_by" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "preview_links_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "preview_links_secret_hash_key" ON "preview_links"("secret_hash");

-- CreateIndex
CREATE INDEX "preview_links_project_id_id_idx" ON "preview_links"("project_id", "id");

-- CreateIndex
CREATE INDEX "preview_links_entry_id_idx" ON "preview_links"("entry_id");

-- CreateIndex
CREATE INDEX "preview_links_expires_at_idx" ON "preview_links"("expires_at");

-- AddForeignKey
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;
