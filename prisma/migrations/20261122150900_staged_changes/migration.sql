-- CreateTable: not logged, since what a crash takes away is staged again.
CREATE UNLOGGED TABLE "staged_changes" (
    "push_id" TEXT NOT NULL,
    "entry_id" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "staged_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "change" JSONB NOT NULL,
    "values" JSONB,
    "content" TEXT,
    "search" tsvector,

    CONSTRAINT "staged_changes_pkey" PRIMARY KEY ("push_id","entry_id","locale")
);
