-- AlterTable
ALTER TABLE "entry_drafts" ADD COLUMN     "machine_fields" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "translation_services" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "model" TEXT,
    "secret" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "translation_services_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "glossaries" (
    "project_id" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "terms" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "glossaries_pkey" PRIMARY KEY ("project_id","locale")
);

-- CreateIndex
CREATE UNIQUE INDEX "translation_services_project_id_key" ON "translation_services"("project_id");

-- AddForeignKey
ALTER TABLE "translation_services" ADD CONSTRAINT "translation_services_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "glossaries" ADD CONSTRAINT "glossaries_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
