-- AlterTable
ALTER TABLE "entry_drafts" ADD COLUMN     "refers_to" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "entry_versions" ADD COLUMN     "autosave_from" INTEGER,
ADD COLUMN     "folded" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "swept_at" TIMESTAMPTZ(3),
ADD COLUMN     "epoch" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "doomed_objects" (
    "project_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "sweep" INTEGER NOT NULL,
    "claimed_at" TIMESTAMPTZ(3),

    CONSTRAINT "doomed_objects_pkey" PRIMARY KEY ("project_id","key")
);

-- CreateIndex
CREATE INDEX "entry_drafts_refers_to_idx" ON "entry_drafts" USING GIN ("refers_to");

-- CreateIndex
CREATE INDEX "publications_project_id_content_hash_idx" ON "publications"("project_id", "content_hash");

-- What drafts that are there already mention: every text in them that has the form of an entry's id.
UPDATE "entry_drafts" d SET "refers_to" = ARRAY(
  SELECT DISTINCT found #>> '{}'
  FROM jsonb_path_query(v."values", 'strict $.** ? (@.type() == "string" && @ like_regex "^ent_[0-9a-z]{26}$")') AS found
)
FROM "entry_values" v
WHERE v."entry_id" = d."entry_id" AND v."locale" = d."locale" AND v."version" = d."version"
  AND v."values"::text LIKE '%ent\_%';
