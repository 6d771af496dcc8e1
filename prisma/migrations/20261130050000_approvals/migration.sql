-- What was approved: for each language a fingerprint of its values, with the state that this is an approval for, by whom and when.
ALTER TABLE "entry_reviews" ADD COLUMN "approved" JSONB NOT NULL DEFAULT '{}';

-- Approvals of before were for a version: they hold for the values that are as old.
UPDATE "entry_reviews" r SET "approved" = a."approved"
FROM (SELECT o."entry_id", jsonb_object_agg(d."locale", jsonb_build_object('hash', d."values_hash", 'state', o."state",
    'by', o."moved_by", 'at', to_char(o."moved_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) AS "approved"
  FROM "entry_reviews" o JOIN "entry_drafts" d ON d."entry_id" = o."entry_id" AND d."version" <= o."approved_version"
  WHERE o."state" IS NOT NULL GROUP BY o."entry_id") a
WHERE a."entry_id" = r."entry_id";

-- What was decided about an entry, and said.
CREATE TABLE "review_moves" (
    "id" TEXT NOT NULL,
    "entry_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "verdict" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "locales" TEXT[],
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" JSONB NOT NULL,

    CONSTRAINT "review_moves_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "review_moves_entry_id_id_idx" ON "review_moves"("entry_id", "id");
ALTER TABLE "review_moves" ADD CONSTRAINT "review_moves_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The same in the inbox.
ALTER TABLE "notifications" ADD COLUMN "verdict" TEXT;
ALTER TABLE "notifications" ADD COLUMN "note" TEXT;

-- A review ends once everything of an entry is live.
UPDATE "entry_reviews" r SET "state" = NULL, "approved_version" = NULL
FROM "entries" e
WHERE e."id" = r."entry_id" AND r."state" IS NOT NULL AND e."status" = 'published' AND NOT e."changed"
  AND NOT EXISTS (SELECT FROM "entry_drafts" d WHERE d."entry_id" = e."id" AND NOT EXISTS (
    SELECT FROM "publications" p WHERE p."project_id" = e."project_id" AND p."entry_id" = d."entry_id"
      AND p."locale" = d."locale" AND p."until_seq" IS NULL AND p."values_hash" = d."values_hash"));
